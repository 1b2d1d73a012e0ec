//! `unknown-anchor`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted, suggest};

declare_rule!("T0105", "unknown-anchor", Error, "5.3.1");

/// Reports that the alias at `span` does not name an anchor among `names`.
pub(crate) fn new<'n>(span: Span, name: &str, names: impl Iterator<Item = &'n str>) -> Diagnostic {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    let suggestion = suggest(name, names);
    Diagnostic::new(&RULE, span, format!("unknown anchor {}", quoted(name)))
        .label(format!("no `&{name}` above this line"))
        .help(suggestion.map_or_else(
            || format!("define it with `&{name}` above its first use"),
            |suggestion| format!("did you mean `*{suggestion}`?"),
        ))
}

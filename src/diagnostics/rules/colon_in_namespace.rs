//! `colon-in-namespace`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0316", "colon-in-namespace", Warning, "6.8.1");

/// Reports that the namespace at `span` contains a colon, the separator of qualified names.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("namespace {} contains a colon", quoted(name)))
        .label("a colon separates a namespace from a name");
    let bare = name.trim_end_matches(':');
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    if bare.is_empty() || !bare.chars().all(is_word) {
        return diagnostic.help(format!("write `{}`", bare.replace(':', "-")));
    }
    diagnostic.help(format!("write `{bare}`")).fix(format!("write `{bare}`"), span, bare)
}

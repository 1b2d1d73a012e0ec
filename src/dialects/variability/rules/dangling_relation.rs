//! `dangling-relation`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1120", "dangling-relation", Error, "");

/// Reports that `relation` at `span` is present, but its `end` (`source` or `target`), the element `absent`
/// at `absent_span`, is absent. `option` is the option with which the relation needs its ends, if there are options.
pub(crate) fn new(
    span: Span,
    relation: &str,
    end: &str,
    (absent, absent_span): (&str, Span),
    option: Option<&str>,
) -> Diagnostic {
    let help = match option {
        Some(option) => format!("give both the same conditions, or set `{option}: true` under `variability: options:`"),
        None => "give both the same conditions; presence is not propagated".to_owned(),
    };
    Diagnostic::new(&RULE, span, format!("{relation} is present, but its {end} is absent"))
        .label("present")
        .also(absent_span, format!("{absent} is absent"))
        .help(help)
}

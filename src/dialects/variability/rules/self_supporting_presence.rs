//! `self-supporting-presence`: see the page.

use crate::base::{FileId, Span};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1112", "self-supporting-presence", Warning, "");

/// Reports that the elements of `cycle` are present only if they are present. Each has its description and
/// span.
pub(crate) fn new(cycle: &[(String, Span)]) -> Diagnostic {
    let Some((first, span)) = cycle.first() else {
        return Diagnostic::new(&RULE, Span::start_of(FileId(0)), "presence of elements is cyclic");
    };
    let mut diagnostic = Diagnostic::new(&RULE, *span, format!("presence of {first} depends only on itself"))
        .label("interpreted as absent");
    for (name, member_span) in cycle.iter().skip(1).take(3) {
        diagnostic = diagnostic.also(*member_span, format!("{name} is part of the cycle"));
    }
    diagnostic.help("make one of these conditions depend on an input")
}

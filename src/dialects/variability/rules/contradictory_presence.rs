//! `contradictory-presence`: see the page.

use crate::base::{FileId, Span};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1111", "contradictory-presence", Error, "");

/// Reports that the presences of `cycle` depend on each other, one of them negated. Each has its description
/// and span.
pub(crate) fn new(cycle: &[(String, Span)]) -> Diagnostic {
    let Some((first, span)) = cycle.first() else {
        return Diagnostic::new(&RULE, Span::start_of(FileId(0)), "presence depends on its own negation");
    };
    let names: Vec<&str> = cycle.iter().chain([&cycle[0]]).map(|(name, _)| name.as_str()).collect();
    let message = format!("presence of {first} depends on its own absence");
    let mut diagnostic = Diagnostic::new(&RULE, *span, message).label(names.join(" → "));
    for (name, member_span) in cycle.iter().skip(1).take(3) {
        diagnostic = diagnostic.also(*member_span, format!("{name} is part of the cycle"));
    }
    diagnostic.help("make one of these conditions depend only on inputs")
}

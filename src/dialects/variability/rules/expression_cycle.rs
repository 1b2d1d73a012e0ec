//! `expression-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1110", "expression-cycle", Error, "");

/// Reports that the expressions of `cycle` use each other. Each has its name and span.
pub(crate) fn new(cycle: &[(&str, Span)]) -> Diagnostic {
    let Some((first, span)) = cycle.first() else {
        return Diagnostic::new(&RULE, Span::start_of(crate::base::FileId(0)), "expressions refer to each other in a cycle");
    };
    let names: Vec<String> = cycle.iter().chain([&cycle[0]]).map(|(name, _)| quoted(name)).collect();
    let mut diagnostic = Diagnostic::new(&RULE, *span, format!("expression {} depends on itself", quoted(first)))
        .label(names.join(" → "));
    for (name, name_span) in cycle.iter().skip(1).take(3) {
        diagnostic = diagnostic.also(*name_span, format!("{} is part of the cycle", quoted(name)));
    }
    diagnostic.help("remove one of these references")
}

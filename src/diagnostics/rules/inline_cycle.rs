//! `inline-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0929", "inline-cycle", Warning, "13.2.3.4");

/// Maximum number of workflows of a cycle that are shown.
const MAX_SHOWN_WORKFLOWS: usize = 6;

/// Reports that the workflows of `cycle` inline each other. Each has the span that names the next one.
pub(crate) fn new(cycle: &[(&str, Span)]) -> Diagnostic {
    let (name, name_span) = cycle[0];
    if cycle.len() == 1 {
        return Diagnostic::new(&RULE, name_span, format!("workflow {} inlines itself", quoted(name)))
            .label("same workflow")
            .help("remove this activity, or inline another workflow");
    }
    let next = |index: usize| quoted(cycle[(index + 1) % cycle.len()].0);
    let mut diagnostic =
        Diagnostic::new(&RULE, name_span, format!("workflow {} inlines itself through other workflows", quoted(name)))
            .label(format!("{} inlines {}", quoted(name), next(0)));
    for (index, (name, name_span)) in cycle.iter().enumerate().take(MAX_SHOWN_WORKFLOWS).skip(1) {
        diagnostic = diagnostic.also(*name_span, format!("{} inlines {}", quoted(name), next(index)));
    }
    diagnostic.help("remove one of these activities")
}

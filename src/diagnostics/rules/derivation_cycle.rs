//! `derivation-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0501", "derivation-cycle", Error, "6.4.1");

/// Maximum number of types of a cycle that are shown.
const MAX_SHOWN_TYPES: usize = 6;

/// Reports that the types of `cycle` derive from each other. Each has the span that names the next one.
pub(crate) fn new(kind: &str, cycle: &[(&str, Span)]) -> Diagnostic {
    let (name, name_span) = cycle[0];
    if cycle.len() == 1 {
        return Diagnostic::new(&RULE, name_span, format!("{kind} {} derives from itself", quoted(name)))
            .help("remove `derived_from`, or use another type");
    }
    let mut chain: Vec<String> = cycle.iter().take(MAX_SHOWN_TYPES).map(|(name, _)| quoted(name)).collect();
    if cycle.len() > MAX_SHOWN_TYPES {
        chain.push(format!("… ({} more)", cycle.len() - MAX_SHOWN_TYPES));
    }
    chain.push(quoted(name));
    let next = |index: usize| quoted(cycle[(index + 1) % cycle.len()].0);
    let mut diagnostic = Diagnostic::new(&RULE, name_span, format!("{kind} {} derives from itself through other types", quoted(name)))
        .label(format!("{} derives from {}", quoted(name), next(0)));
    for (index, (name, name_span)) in cycle.iter().enumerate().take(MAX_SHOWN_TYPES).skip(1) {
        diagnostic = diagnostic.also(*name_span, format!("{} derives from {}", quoted(name), next(index)));
    }
    diagnostic.note(format!("cycle: {}", chain.join(" → "))).help("remove one `derived_from` of the cycle")
}

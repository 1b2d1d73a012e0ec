//! `derivation-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0501", "derivation-cycle", Error, "6.4.1");

/// So many types of a cycle are shown.
const MOST: usize = 6;

/// The types of `cycle`, each with the place that names the next one, derive from each other.
pub(crate) fn new(kind: &str, cycle: &[(&str, Span)]) -> Diagnostic {
    let (name, place) = cycle[0];
    if cycle.len() == 1 {
        return Diagnostic::new(&CODE, place, format!("{kind} {} derives from itself", quoted(name)))
            .help("remove `derived_from`, or use another type");
    }
    let mut chain: Vec<String> = cycle.iter().take(MOST).map(|(name, _)| quoted(name)).collect();
    if cycle.len() > MOST {
        chain.push(format!("… ({} more)", cycle.len() - MOST));
    }
    chain.push(quoted(name));
    let next = |at: usize| quoted(cycle[(at + 1) % cycle.len()].0);
    let mut diagnostic = Diagnostic::new(&CODE, place, format!("{kind} {} derives from itself through other types", quoted(name)))
        .label(format!("{} derives from {}", quoted(name), next(0)));
    for (at, (name, place)) in cycle.iter().enumerate().take(MOST).skip(1) {
        diagnostic = diagnostic.also(*place, format!("{} derives from {}", quoted(name), next(at)));
    }
    diagnostic.note(format!("cycle: {}", chain.join(" → "))).help("remove one `derived_from` of the cycle")
}

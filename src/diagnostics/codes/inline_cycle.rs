//! `inline-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0929", "inline-cycle", Warning, "13.2.3.4");

/// So many workflows of a circle are shown.
const MOST: usize = 6;

/// The workflows of `circle`, each with the place that names the next one, run each other in place.
pub(crate) fn new(circle: &[(&str, Span)]) -> Diagnostic {
    let (name, place) = circle[0];
    if circle.len() == 1 {
        return Diagnostic::new(&CODE, place, format!("workflow {} inlines itself", quoted(name)))
            .label("same workflow")
            .help("remove this activity, or inline another workflow");
    }
    let next = |at: usize| quoted(circle[(at + 1) % circle.len()].0);
    let mut diagnostic =
        Diagnostic::new(&CODE, place, format!("workflow {} inlines itself through other workflows", quoted(name)))
            .label(format!("{} inlines {}", quoted(name), next(0)));
    for (at, (name, place)) in circle.iter().enumerate().take(MOST).skip(1) {
        diagnostic = diagnostic.also(*place, format!("{} inlines {}", quoted(name), next(at)));
    }
    diagnostic.help("remove one of these activities")
}

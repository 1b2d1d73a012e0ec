//! `group-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0921", "group-cycle", Error, "16.2");

/// So many groups of a circle are shown.
const MOST: usize = 6;

/// The groups of `circle`, each with the member that names the next one, contain each other.
pub(crate) fn new(circle: &[(&str, Span)]) -> Diagnostic {
    let (name, place) = circle[0];
    if circle.len() == 1 {
        return Diagnostic::new(&CODE, place, format!("group {} contains itself", quoted(name)))
            .label("same group")
            .help("remove it from `members`");
    }
    let next = |at: usize| quoted(circle[(at + 1) % circle.len()].0);
    let mut diagnostic =
        Diagnostic::new(&CODE, place, format!("group {} contains itself through other groups", quoted(name)))
            .label(format!("{} contains {}", quoted(name), next(0)));
    for (at, (name, place)) in circle.iter().enumerate().take(MOST).skip(1) {
        diagnostic = diagnostic.also(*place, format!("{} contains {}", quoted(name), next(at)));
    }
    diagnostic.help("remove one of these members")
}

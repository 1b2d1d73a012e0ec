//! `endless-loop`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, keyname, quoted};

declare_code!("T0924", "endless-loop", Warning, "13.2.2");

/// So many steps of a circle are shown.
const MOST: usize = 6;

/// The steps of `circle`, each with the place that names the next one, follow each other.
pub(crate) fn new(circle: &[(&str, Span)]) -> Diagnostic {
    let (name, place) = circle[0];
    let next = |at: usize| quoted(circle[(at + 1) % circle.len()].0);
    let mut diagnostic = Diagnostic::new(&CODE, place, format!("step {} follows itself through other steps", quoted(name)))
        .label(format!("{} is followed by {}", quoted(name), next(0)));
    for (at, (name, place)) in circle.iter().enumerate().take(MOST).skip(1) {
        diagnostic = diagnostic.also(*place, format!("{} is followed by {}", quoted(name), next(at)));
    }
    diagnostic.help("remove one of these step names so that the workflow can end")
}

/// The step `name` names itself at `span`, below the keyname `list`.
pub(crate) fn itself(span: Span, name: &str, list: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("step {} follows itself", quoted(name)))
        .label("same step")
        .help(format!("use another step, or remove it from {}", keyname(list)))
}

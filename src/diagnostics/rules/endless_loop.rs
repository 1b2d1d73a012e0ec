//! `endless-loop`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, keyname, quoted};

declare_rule!("T0924", "endless-loop", Warning, "13.2.2");

/// Maximum number of steps of a cycle that are shown.
const MAX_SHOWN_STEPS: usize = 6;

/// Reports that the steps of `cycle` follow each other. Each has the span that names the next one.
pub(crate) fn new(cycle: &[(&str, Span)]) -> Diagnostic {
    let (name, name_span) = cycle[0];
    let next = |index: usize| quoted(cycle[(index + 1) % cycle.len()].0);
    let mut diagnostic = Diagnostic::new(&RULE, name_span, format!("step {} follows itself through other steps", quoted(name)))
        .label(format!("{} is followed by {}", quoted(name), next(0)));
    for (index, (name, name_span)) in cycle.iter().enumerate().take(MAX_SHOWN_STEPS).skip(1) {
        diagnostic = diagnostic.also(*name_span, format!("{} is followed by {}", quoted(name), next(index)));
    }
    diagnostic.help("remove one of these step names so that the workflow can end")
}

/// Reports that the step `name` names itself at `span`, in the list of the keyname `list`.
pub(crate) fn self_reference(span: Span, name: &str, list: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("step {} follows itself", quoted(name)))
        .label("same step")
        .help(format!("use another step, or remove it from {}", keyname(list)))
}

//! `unreachable-step`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted};

declare_rule!("T0925", "unreachable-step", Warning, "13.2.2");

/// Maximum number of other steps that are named.
const MAX_SHOWN_STEPS: usize = 5;

/// Reports that the step `name` at `span` is never reached, because it only follows itself through the
/// `later_steps`.
pub(crate) fn new(span: Span, name: &str, later_steps: &[(&str, Span)]) -> Diagnostic {
    let mut names: Vec<String> = later_steps.iter().take(MAX_SHOWN_STEPS).map(|(name, _)| quoted(name)).collect();
    if later_steps.len() > MAX_SHOWN_STEPS {
        names.push(format!("{} more", later_steps.len() - MAX_SHOWN_STEPS));
    }
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("step {} is never reached", quoted(name)))
        .label(format!("only reachable from later steps: {}", list(&names, "and")));
    for (name, step_span) in later_steps.iter().take(MAX_SHOWN_STEPS) {
        diagnostic = diagnostic.also(*step_span, format!("{} is also never reached", quoted(name)));
    }
    diagnostic.help("add this step to a list of a reachable step, or remove it from all lists; a workflow starts with the steps that no step names")
}

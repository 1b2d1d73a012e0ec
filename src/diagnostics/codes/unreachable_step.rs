//! `unreachable-step`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, list, quoted};

declare_code!("T0925", "unreachable-step", Warning, "13.2.2");

/// So many other steps are named.
const MOST: usize = 5;

/// The step `name` at `span` follows only itself, by way of the `others`, so that nothing starts them.
pub(crate) fn new(span: Span, name: &str, others: &[(&str, Span)]) -> Diagnostic {
    let mut names: Vec<String> = others.iter().take(MOST).map(|(name, _)| quoted(name)).collect();
    if others.len() > MOST {
        names.push(format!("{} more", others.len() - MOST));
    }
    let mut diagnostic = Diagnostic::new(&CODE, span, format!("step {} is never reached", quoted(name)))
        .label(format!("only reachable from later steps: {}", list(&names, "and")));
    for (name, place) in others.iter().take(MOST) {
        diagnostic = diagnostic.also(*place, format!("{} is also never reached", quoted(name)));
    }
    diagnostic.help("name this step in a reachable one, or in none; a workflow starts with the steps that no step names")
}

//! `no-substitute`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;
use crate::diagnostics::Advice;

declare_code!("T0909", "no-substitute", Warning, "15.1");

/// Reasons that are shown with their places.
const SHOWN: usize = 5;

/// No service template can stand for the node template `name` of type `of`; `misses` are those that nearly
/// could.
pub(crate) fn new(span: Span, name: &str, of: &str, misses: &[(Span, String)]) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("no {SERVICE_TEMPLATE} can substitute node template {}", quoted(name)));
    let of = quoted(of);
    let diagnostic = match misses.len() {
        0 => diagnostic
            .label(format!("no other {SERVICE_TEMPLATE} substitutes type {of}"))
            .help(format!("add a {SERVICE_TEMPLATE} that has `substitution_mappings:` with `node_type: {}`, or {advice}", of.trim_matches('`'), advice = Advice::CreateNode)),
        _ => diagnostic
            .label("no candidate is compatible")
            .help(format!("change one of the candidates, or {advice}", advice = Advice::CreateNode)),
    };
    let diagnostic = misses.iter().take(SHOWN).fold(diagnostic, |diagnostic, (place, reason)| diagnostic.also(*place, reason.clone()));
    let diagnostic = match misses.len().saturating_sub(SHOWN) {
        0 => diagnostic,
        more => diagnostic.note(format!("{more} more are not compatible")),
    };
    diagnostic.note("only the files of this run are considered")
}

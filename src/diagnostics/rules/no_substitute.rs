//! `no-substitute`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::words::displayed;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;
use crate::diagnostics::Advice;

declare_rule!("T0909", "no-substitute", Warning, "15.1");

/// Maximum number of candidates that are shown with the reason.
const MAX_SHOWN_CANDIDATES: usize = 5;

/// Reports that no service template can substitute the node template `name` of type `ty`; `misses` are
/// candidates that are not compatible, each with the reason.
pub(crate) fn new(span: Span, name: &str, ty: &str, misses: &[(Span, String)]) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("no {SERVICE_TEMPLATE} can substitute node template {}", quoted(name)));
    let diagnostic = match misses.len() {
        0 => diagnostic
            .label(format!("no other {SERVICE_TEMPLATE} substitutes type {}", quoted(ty)))
            .help(format!("add a {SERVICE_TEMPLATE} that has `substitution_mappings:` with `node_type: {}`, or {advice}", displayed(ty), advice = Advice::CreateNode)),
        _ => diagnostic
            .label("no candidate is compatible")
            .help(format!("change one of the candidates, or {advice}", advice = Advice::CreateNode)),
    };
    let diagnostic = misses.iter().take(MAX_SHOWN_CANDIDATES).fold(diagnostic, |diagnostic, (candidate_span, reason)| diagnostic.also(*candidate_span, reason.clone()));
    let diagnostic = match misses.len().saturating_sub(MAX_SHOWN_CANDIDATES) {
        0 => diagnostic,
        more => diagnostic.note(format!("{more} more are not compatible")),
    };
    diagnostic.note("only the files of this run are considered")
}

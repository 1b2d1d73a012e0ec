//! `possible-substitutes`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_rule!("T0910", "possible-substitutes", Info, "15.1");

/// Maximum number of service templates of each group that are shown.
const MAX_SHOWN_SERVICES: usize = 10;

/// Reports that the service templates at `compatible_spans` can substitute the node template `name`, and
/// those of `misses` cannot, each with the reason.
pub(crate) fn new(
    span: Span,
    name: &str,
    compatible_spans: impl ExactSizeIterator<Item = Span>,
    misses: &[(Span, String)],
) -> Diagnostic {
    let count = compatible_spans.len();
    let services = if count == 1 { format!("1 {SERVICE_TEMPLATE}") } else { format!("{count} {SERVICE_TEMPLATE}s") };
    let diagnostic = Diagnostic::new(&RULE, span, format!("{services} can substitute node template {}", quoted(name)));
    let diagnostic = compatible_spans.take(MAX_SHOWN_SERVICES).fold(diagnostic, |diagnostic, service_span| diagnostic.also(service_span, "compatible"));
    let diagnostic = misses
        .iter()
        .take(MAX_SHOWN_SERVICES)
        .fold(diagnostic, |diagnostic, (service_span, reason)| diagnostic.also(*service_span, format!("not compatible: {reason}")));
    match count.saturating_sub(MAX_SHOWN_SERVICES) + misses.len().saturating_sub(MAX_SHOWN_SERVICES) {
        0 => diagnostic,
        more => diagnostic.note(format!("{more} more are not shown")),
    }
}

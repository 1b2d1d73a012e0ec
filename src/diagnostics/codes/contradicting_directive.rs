//! `contradicting-directive`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;
use crate::diagnostics::Advice;

declare_code!("T0819", "contradicting-directive", Warning, "8.5.2");

/// The assignment at `span` leads to `target`, which this service template creates, but asks at `place` for
/// nodes from outside.
pub(crate) fn external(span: Span, target: &str, place: Span) -> Diagnostic {
    let message = format!("{} is created by this service, but the requirement is `external`", quoted(target));
    Diagnostic::new(&CODE, span, message)
        .label(format!("node template of this {SERVICE_TEMPLATE}"))
        .also(place, "external nodes only")
        .help("remove `external`, or remove `node`")
}

/// The assignment at `span` leads to `capability` of `target`, which is kept for requirements from outside
/// at `place`.
pub(crate) fn capability(span: Span, capability: &str, target: &str, place: Span) -> Diagnostic {
    let message =
        format!("capability {} of {} only allows external requirements", quoted(capability), quoted(target));
    Diagnostic::new(&CODE, span, message)
        .label(format!("requirement of this {SERVICE_TEMPLATE}"))
        .also(place, "external requirements only")
        .help(Advice::TargetInside)
}

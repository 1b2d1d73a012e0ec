//! `contradicting-directive`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;
use crate::diagnostics::Advice;

declare_rule!("T0819", "contradicting-directive", Warning, "8.5.2");

/// Reports that the assignment at `span` targets `target`, which this service template creates, but allows
/// only external nodes at `directive_span`.
pub(crate) fn external(span: Span, target: &str, directive_span: Span) -> Diagnostic {
    let message = format!("{} is created by this service, but the requirement is `external`", quoted(target));
    Diagnostic::new(&RULE, span, message)
        .label(format!("node template of this {SERVICE_TEMPLATE}"))
        .also(directive_span, "external nodes only")
        .help("remove `external`, or remove `node`")
}

/// Reports that the assignment at `span` targets `capability` of `target`, which only allows external
/// requirements at `directive_span`.
pub(crate) fn capability(span: Span, capability: &str, target: &str, directive_span: Span) -> Diagnostic {
    let message =
        format!("capability {} of {} only allows external requirements", quoted(capability), quoted(target));
    Diagnostic::new(&RULE, span, message)
        .label(format!("requirement of this {SERVICE_TEMPLATE}"))
        .also(directive_span, "external requirements only")
        .help(Advice::TargetInside)
}

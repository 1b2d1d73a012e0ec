//! `contradicting-directive`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0819", "contradicting-directive", Warning, "8.5.2");

/// The assignment at `span` leads to `target`, which this service template creates, but asks at `place` for
/// nodes from outside.
pub(crate) fn external(span: Span, target: &str, place: Span) -> Diagnostic {
    let message = format!("{} is created here, but only external nodes are asked for", quoted(target));
    Diagnostic::new(&CODE, span, message)
        .label("a node template of this service template")
        .also(place, "only nodes from outside")
        .help("remove the directive, or leave `node` out")
}

/// The assignment at `span` leads to `capability` of `target`, which is kept for requirements from outside
/// at `place`.
pub(crate) fn capability(span: Span, capability: &str, target: &str, place: Span) -> Diagnostic {
    let message =
        format!("capability {} of {} is for requirements from outside", quoted(capability), quoted(target));
    Diagnostic::new(&CODE, span, message)
        .label("a requirement of this service template")
        .also(place, "only relationships from outside")
        .help("add `internal` to the directives of the capability, or lead the requirement to another one")
}

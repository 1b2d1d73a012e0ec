//! `wrong-relationship-end`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1267", "wrong-relationship-end", Error, "");

/// Reports that the node `name` at `span` is both ends of a relationship; the other one is at `other_span`.
pub(crate) fn itself(span: Span, name: &str, other_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is both source and target", quoted(name)))
        .label("target")
        .also(other_span, "source")
        .help("use another node")
}

/// Reports that the machine `name` is hosted; its type is at `type_span`.
pub(crate) fn hosted_machine(span: Span, name: &str, type_span: Option<Span>) -> Diagnostic {
    machine(span, format!("machine {} cannot be hosted", quoted(name)), type_span)
        .help("swap source and target, or host a service")
}

/// Reports that the machine `name` is an end of a connection; its type is at `type_span`.
pub(crate) fn connected_machine(span: Span, name: &str, type_span: Option<Span>) -> Diagnostic {
    machine(span, format!("machine {} cannot be connected", quoted(name)), type_span)
        .help("use services that are hosted on machines")
}

fn machine(span: Span, message: String, type_span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, message);
    match type_span {
        Some(type_span) => diagnostic.also(type_span, "type given here"),
        None => diagnostic,
    }
}

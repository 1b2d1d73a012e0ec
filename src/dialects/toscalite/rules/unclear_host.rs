//! `unclear-host`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1269", "unclear-host", Warning, "");

/// Reports that the service `name` has no host.
pub(crate) fn none(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("service {} has no host", quoted(name)))
        .label("on no machine")
        .help("add a relationship `hostedOn` to a machine, or to a service on a machine")
}

/// Reports that the relationship at `span` gives the service `name` a second host; the first is at `first_span`.
pub(crate) fn several(span: Span, name: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("service {} has several hosts", quoted(name)))
        .label("one more host")
        .also(first_span, "first host")
        .help("keep one of them, or use a service for each host")
}

//! `amp-not-deployable`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1096", "amp-not-deployable", Warning, "");

/// Reports that the section `name` at `span` defines types in a file with a service.
pub(crate) fn types(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("AMP does not deploy a file with {}", quoted(name)))
        .label("types must already be in the catalog")
        .help("move the types to a CSAR, and add the CSAR to the catalog")
}

/// Reports that the file has a second description at `span`.
pub(crate) fn descriptions(span: Span, other_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "AMP does not deploy a file with two descriptions")
        .label("second description")
        .also(other_span, "first description")
        .help("keep one of them, at the top or under `topology_template`")
}

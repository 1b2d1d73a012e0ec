//! `amp-not-deployable`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1096", "amp-not-deployable", Warning, "");

/// The section `name` at `span` defines types beside a service.
pub(crate) fn types(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("AMP does not deploy a file with {}", quoted(name)))
        .label("types must be in the catalog before")
        .help("move the types to a CSAR, and add that to the catalog")
}

/// The description at `span` is the second one of the file.
pub(crate) fn descriptions(span: Span, other: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "AMP does not deploy a file with two descriptions")
        .label("the second description")
        .also(other, "the first one")
        .help("keep one of them, at the top or below `topology_template`")
}

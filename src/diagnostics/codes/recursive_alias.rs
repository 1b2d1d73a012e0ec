//! `recursive-alias`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0106", "recursive-alias", Error, "5.3.1");

/// The alias at `span` lies inside the value that its anchor names.
pub(crate) fn new(span: Span, name: &str, anchor: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("alias {} is inside the value it refers to", quoted(name)))
        .label("infinite recursion")
        .also(anchor, "anchor defined here")
        .help("move the shared part out of the anchored value")
}

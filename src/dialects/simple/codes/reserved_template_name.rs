//! `reserved-template-name`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1011", "reserved-template-name", Error, "");

/// The node template at `span` has a name that means something else in functions.
pub(crate) fn found(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is no name for a node template", quoted(name)))
        .label("in functions this word means a node by its part")
        .help("choose another name")
}

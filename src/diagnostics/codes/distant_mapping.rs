//! `distant-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0733", "distant-mapping", Warning, "9.9");

/// The mapping of output `name` leads, at `span`, away from the entity that has the operation.
pub(crate) fn found(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("output {} is stored in another node", quoted(name)))
        .label("leads away from the node or relationship of the operation")
        .help("store it in an attribute of `SELF`, and read it from there with `$get_attribute`")
}

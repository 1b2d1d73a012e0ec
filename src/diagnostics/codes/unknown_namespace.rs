//! `unknown-namespace`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0404", "unknown-namespace", Error, "6.8.4");

/// The name at `span` starts with a namespace that the file does not have.
pub(crate) fn new(span: Span, namespace: &str, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("unknown namespace {}", quoted(namespace)))
        .label("not declared by any import")
        .help(near.map_or_else(
            || format!("add `namespace: {namespace}` to the import that defines the name"),
            |near| format!("did you mean `{near}`?"),
        ))
}

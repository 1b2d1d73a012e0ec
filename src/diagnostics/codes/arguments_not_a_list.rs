//! `arguments-not-a-list`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, function, quoted};

declare_code!("T0705", "arguments-not-a-list", Error, "10.1");

/// The arguments of `name` at `span` are `got`; `wrapped` is the same as a list.
pub(crate) fn new(span: Span, name: &str, got: &str, wrapped: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("the arguments of {} must be a list, not {got}", function(name)))
        .label("expected a list");
    match wrapped {
        Some(wrapped) => diagnostic
            .help(format!("write a list: {}", quoted(wrapped)))
            .fix("write a list", span, wrapped),
        None => diagnostic.help("wrap the arguments in a list: `[ … ]`"),
    }
}

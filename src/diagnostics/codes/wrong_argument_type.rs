//! `wrong-argument-type`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, must_be};

declare_code!("T0702", "wrong-argument-type", Error, "10.2");

/// The argument at `span` must be `wanted`, but is `got`; the argument at `because` asks for that.
pub(crate) fn new(span: Span, what: &str, wanted: &str, got: &str, because: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, must_be(what, wanted, got))
        .label(format!("expected {wanted}"));
    match because {
        Some(because) => diagnostic.also(because, "expected type comes from this argument"),
        None => diagnostic,
    }
}

/// The argument at `span` is of the right type, but must be `wanted`.
pub(crate) fn value(span: Span, what: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{what} must be {wanted}")).label(format!("expected {wanted}"))
}

/// The step into a value at `span` is neither a name nor an index.
pub(crate) fn step(span: Span, got: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("a step into a value must be a string or an index, not {got}"))
        .label("expected a name, a key or an index")
        .help("write a name, a quoted key, or a non-negative integer")
}

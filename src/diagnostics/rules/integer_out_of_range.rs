//! `integer-out-of-range`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0602", "integer-out-of-range", Error, "9.1.1.2");

/// Reports that the integer at `span` needs more than 64 bits.
pub(crate) fn new(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} does not fit in 64 bits", quoted(text)))
        .label("must be -9223372036854775808 to 9223372036854775807")
        .help("use a smaller number, or the type `float`")
}

/// Reports that the scalar at `span` needs more than 64 bits in its canonical unit.
pub(crate) fn converted(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} does not fit in 64 bits in its canonical unit", quoted(text)))
        .at_level(crate::diagnostics::Level::Warning)
        .label("computations may fail")
        .help("use a smaller number, or a scalar type with the `data_type` `float`")
}

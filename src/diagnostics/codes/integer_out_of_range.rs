//! `integer-out-of-range`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0602", "integer-out-of-range", Error, "9.1.1.2");

/// The integer at `span` needs more than 64 bits.
pub(crate) fn found(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} does not fit into 64 bits", quoted(text)))
        .label("integers lie between -9223372036854775808 and 9223372036854775807")
        .help("use a smaller number, or the type `float`")
}

//! `value-outside-clause`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0706", "value-outside-clause", Error, "10.2.1.5");

/// `$value` is called at `span`, where nothing is validated.
pub(crate) fn found(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "`$value` is called outside of a validation clause")
        .label("there is no value that is validated here")
        .help("read a property with `$get_property`, an input with `$get_input`; for plain text write `$$value`")
}

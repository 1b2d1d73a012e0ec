//! `value-outside-clause`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0706", "value-outside-clause", Error, "10.2.1.5");

/// `$value` is called at `span`, where nothing is validated.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "`$value` is used outside a validation clause")
        .label("nothing is validated here")
        .help("use `$get_property` or `$get_input`; to write the text itself, use `$$value`")
}

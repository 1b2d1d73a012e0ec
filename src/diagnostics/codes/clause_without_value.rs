//! `clause-without-value`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0708", "clause-without-value", Warning, "9.11");

/// The clause at `span` does not look at the value.
pub(crate) fn found(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "this validation clause does not use `$value`")
        .label("the same for every value")
        .help("test the value that is validated: `$value`")
}

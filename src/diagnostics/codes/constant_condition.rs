//! `constant-condition`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0720", "constant-condition", Warning, "10.2.2");

/// The comparison at `span` gives `result` whatever is compared.
pub(crate) fn comparison(span: Span, result: bool) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("this comparison is always {result}"))
        .label("the same for every value")
        .help("compare with something else, or leave the comparison out")
}

/// `what` at `span` reads nothing that can change.
pub(crate) fn found(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("this {what} does not depend on anything"))
        .label("always the same")
        .help("test a property or an attribute, or leave the condition out")
}

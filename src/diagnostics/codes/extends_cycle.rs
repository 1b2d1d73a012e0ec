//! `extends-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0015", "extends-cycle", Error, "");

/// The configuration at `span` builds, through `chain`, upon itself.
pub(crate) fn found(span: Span, chain: &[String]) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, "configurations extend each other in a circle");
    let found = found.label("leads back to this file").help("remove one of the `extends`");
    if chain.len() > 1 { found.note(format!("the circle: {}", chain.join(" -> "))) } else { found }
}

//! `no-matching-signature`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0711", "no-matching-signature", Error, "10.4");

/// No signature of `function` takes the arguments of the call at `span`; each signature and why not.
pub(crate) fn new(span: Span, function: &str, signatures: &[(Span, String)]) -> Diagnostic {
    let name = format!("${function}");
    let diagnostic = Diagnostic::new(&CODE, span, format!("no signature of {} matches these arguments", quoted(&name)))
        .label("no matching signature")
        .help("change the arguments, or add a signature that matches them");
    signatures.iter().fold(diagnostic, |diagnostic, (place, reason)| diagnostic.also(*place, reason.clone()))
}

//! `no-matching-signature`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0711", "no-matching-signature", Error, "10.4", needs [Definitions, Section("functions"), Section("imports")]);

/// Reports that no signature of `function` matches the arguments of the call at `span`; `signatures` has each
/// signature and why it does not match.
pub(crate) fn new(span: Span, function: &str, signatures: &[(Span, String)]) -> Diagnostic {
    let name = format!("${function}");
    let diagnostic = Diagnostic::new(&RULE, span, format!("no signature of {} matches these arguments", quoted(&name)))
        .misses([function])
        .label("no matching signature")
        .help("change the arguments, or add a signature that matches them");
    signatures.iter().fold(diagnostic, |diagnostic, (signature_span, reason)| diagnostic.also(*signature_span, reason.clone()))
}

//! `extends-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0015", "extends-cycle", Error, "");

/// Reports that the configuration file at `span` extends itself through `chain`.
pub(crate) fn new(span: Span, chain: &[String]) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, "configuration files extend each other in a cycle");
    let diagnostic = diagnostic.label("extends this file again").help("remove one of the `extends` settings");
    if chain.len() > 1 { diagnostic.note(format!("cycle: {}", chain.join(" -> "))) } else { diagnostic }
}

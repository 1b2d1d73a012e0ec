//! `multiple-hosts`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1121", "multiple-hosts", Error, "");

/// Reports that `node` at `span` has several hosts; `hosts` are its hosting relations.
pub(crate) fn new(span: Span, node: &str, hosts: &[Span]) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("{node} has several hosts"));
    for host_span in hosts.iter().take(3) {
        diagnostic = diagnostic.also(*host_span, "host");
    }
    diagnostic.help("use conditions that exclude each other, so that at most one `host` is present")
}

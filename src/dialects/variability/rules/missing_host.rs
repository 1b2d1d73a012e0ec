//! `missing-host`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1122", "missing-host", Error, "");

/// Reports that `node` at `span` is present, but none of its hosting relations is; `hosts` are their spans.
pub(crate) fn new(span: Span, node: &str, hosts: &[Span]) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("{node} is present but has no host")).label("present");
    for host_span in hosts.iter().take(3) {
        diagnostic = diagnostic.also(*host_span, "absent");
    }
    diagnostic.help("add a `host` that is present whenever the node template is")
}

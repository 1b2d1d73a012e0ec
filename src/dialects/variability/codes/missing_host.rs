//! `missing-host`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::code::declare_code;

declare_code!("T1122", "missing-host", Error, "");

/// `node` at `span` is present, and none of its hosting relations is.
pub(crate) fn new(span: Span, node: &str, hosts: &[Span]) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(&CODE, span, format!("{node} is present but has no host")).label("present");
    for place in hosts.iter().take(3) {
        diagnostic = diagnostic.also(*place, "absent");
    }
    diagnostic.help("add a `host` that is present whenever the node template is")
}

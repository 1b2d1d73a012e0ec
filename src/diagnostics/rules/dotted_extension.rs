//! `dotted-extension`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0225", "dotted-extension", Warning, "12.1");

/// Reports that the file extension at `span` starts with a dot.
pub(crate) fn new(span: Span, text: &str) -> Diagnostic {
    let bare = text.trim_start_matches('.');
    let diagnostic = Diagnostic::new(&RULE, span, format!("file extension {} starts with a dot", quoted(text)));
    if bare.is_empty() {
        diagnostic.help("use an extension such as `jar`")
    } else {
        diagnostic.help(format!("write `{bare}`")).fix("remove the dot", span, bare)
    }
}

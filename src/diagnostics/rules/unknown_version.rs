//! `unknown-version`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0213", "unknown-version", Error, "6.2");

/// Reports that the version at `span` does not exist; the file is interpreted as `interpreted_as`.
pub(crate) fn new(span: Span, version: &str, suggestion: Option<&str>, interpreted_as: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown TOSCA version {}", quoted(version)))
        .label(format!("interpreted as `{interpreted_as}`"));
    match suggestion {
        Some(suggestion) => diagnostic
            .help(format!("did you mean `{suggestion}`?"))
            .fix(format!("write `{suggestion}`"), span, suggestion),
        None => diagnostic.help("use `tosca_2_0`, the newest supported version"),
    }
}

//! `unknown-expression`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1106", "unknown-expression", Error, "");

/// Reports that no expression has the name at `span`; `is_input` is whether a variability input has it.
pub(crate) fn new(span: Span, name: &str, suggestion: Option<&str>, is_input: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown expression {}", quoted(name)));
    match suggestion {
        _ if is_input => diagnostic.label("variability input, not an expression").help("read it with `get_variability_input`"),
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help("define it under `variability: expressions:`"),
    }
}

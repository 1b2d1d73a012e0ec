//! `unknown-operator`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1101", "unknown-operator", Error, "");

/// Reports that `name` at `span` is not an operator or function of conditions.
pub(crate) fn new(span: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown operator {}", quoted(name)));
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help("use an operator or function of Variability4TOSCA, such as `equal` or `and`"),
    }
}

/// Reports that `name` at `span` is from a later draft; `replacement` has the same meaning here.
pub(crate) fn from_later_draft(span: Span, name: &str, replacement: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown operator {}", quoted(name)))
        .label("from a later draft of Variability4TOSCA");
    match replacement {
        Some(replacement) => diagnostic.help(format!("use {} in 1.0", quoted(replacement))).fix(
            format!("write {}", quoted(replacement)),
            span,
            replacement,
        ),
        None => diagnostic.help("use other operators; 1.0 has no equivalent"),
    }
}

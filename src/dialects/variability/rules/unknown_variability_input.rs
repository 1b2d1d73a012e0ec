//! `unknown-variability-input`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1105", "unknown-variability-input", Error, "");

/// Reports that no variability input has the name at `span`; `is_template_input` is whether an input of the
/// template has it.
pub(crate) fn new(span: Span, name: &str, suggestion: Option<&str>, is_template_input: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown variability input {}", quoted(name)));
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None if is_template_input => diagnostic
            .label("input of the template")
            .help("declare it under `variability: inputs:`; template inputs have no values when conditions are evaluated"),
        None => diagnostic.help("declare it under `variability: inputs:`"),
    }
}

/// Reports that a value is given to the name at `span`, which is not a variability input.
pub(crate) fn given(span: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown variability input {}", quoted(name)));
    match suggestion {
        Some(suggestion) => diagnostic.help(format!("did you mean {}?", quoted(suggestion))),
        None => diagnostic.help("declare it under `variability: inputs:`, or remove the value"),
    }
}

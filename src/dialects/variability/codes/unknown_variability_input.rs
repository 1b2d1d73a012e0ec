//! `unknown-variability-input`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1105", "unknown-variability-input", Error, "");

/// No variability input has the name at `span`; an input of the template may (`is_plain`).
pub(crate) fn new(span: Span, name: &str, near: Option<&str>, is_plain: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown variability input {}", quoted(name)));
    match near {
        Some(near) => diagnostic.help(format!("did you mean {}?", quoted(near))).fix(
            format!("write {}", quoted(near)),
            span,
            near,
        ),
        None if is_plain => diagnostic
            .label("input of the template")
            .help("declare it under `variability: inputs:`; template inputs have no values when conditions are evaluated"),
        None => diagnostic.help("declare it under `variability: inputs:`"),
    }
}

/// A value is given to the name at `span`, which no variability input has.
pub(crate) fn given(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown variability input {}", quoted(name)));
    match near {
        Some(near) => diagnostic.help(format!("did you mean {}?", quoted(near))),
        None => diagnostic.help("declare it under `variability: inputs:`, or remove the value"),
    }
}

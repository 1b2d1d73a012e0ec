//! `unknown-expression`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1106", "unknown-expression", Error, "");

/// No expression has the name at `span`; a variability input may (`is_input`).
pub(crate) fn new(span: Span, name: &str, near: Option<&str>, is_input: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown expression {}", quoted(name)));
    match near {
        _ if is_input => diagnostic.label("variability input, not an expression").help("read it with `get_variability_input`"),
        Some(near) => diagnostic.help(format!("did you mean {}?", quoted(near))).fix(
            format!("write {}", quoted(near)),
            span,
            near,
        ),
        None => diagnostic.help("define it under `variability: expressions:`"),
    }
}

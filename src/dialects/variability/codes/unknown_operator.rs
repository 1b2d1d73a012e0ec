//! `unknown-operator`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1101", "unknown-operator", Error, "");

/// `name` at `span` is no operator or function of conditions.
pub(crate) fn new(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown operator {}", quoted(name)));
    match near {
        Some(near) => diagnostic.help(format!("did you mean {}?", quoted(near))).fix(
            format!("write {}", quoted(near)),
            span,
            near,
        ),
        None => diagnostic.help("use an operator or function of Variability4TOSCA, such as `equal` or `and`"),
    }
}

/// `name` at `span` is of a later draft; `instead` means the same here.
pub(crate) fn later(span: Span, name: &str, instead: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown operator {}", quoted(name)))
        .label("from a later draft of Variability4TOSCA");
    match instead {
        Some(instead) => diagnostic.help(format!("use {} in 1.0", quoted(instead))).fix(
            format!("write {}", quoted(instead)),
            span,
            instead,
        ),
        None => diagnostic.help("use other operators; 1.0 has no equivalent"),
    }
}

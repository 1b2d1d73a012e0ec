//! `unknown-setting`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0009", "unknown-setting", Error, "");

/// There is no setting `name`; `near` is the one that was meant, `all` are those there are.
pub(crate) fn new(span: Span, name: &str, near: Option<&str>, all: &str) -> Diagnostic {
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the settings are {all}"),
    };
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown setting {}", quoted(name))).help(help);
    match near {
        Some(near) => diagnostic.fix(format!("replace with `{near}`"), span, near),
        None => diagnostic,
    }
}

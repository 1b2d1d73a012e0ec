//! `unknown-code`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0011", "unknown-code", Error, "");

/// No diagnostic is called `written`; `near` is the one that was meant.
pub(crate) fn found(span: Span, written: &str, near: Option<&str>) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("there is no diagnostic {}", quoted(written)));
    match near {
        Some(near) => {
            found.help(format!("did you mean `{near}`?")).fix(format!("replace by `{near}`"), span, near)
        }
        None => found.help("copy the number or name from the finding, where it stands in brackets"),
    }
}

/// The beginning of several numbers stands where one code must be named.
pub(crate) fn several(span: Span, written: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is the beginning of several codes", quoted(written)))
        .label("not one code")
        .help("name the codes one by one, divided by commas")
}

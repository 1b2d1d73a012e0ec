//! `unknown-code`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0011", "unknown-code", Error, "");

/// No diagnostic is called `written`; `near` is the one that was meant.
pub(crate) fn new(span: Span, written: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown rule {}", quoted(written)));
    match near {
        Some(near) => {
            diagnostic.help(format!("did you mean `{near}`?")).fix(format!("replace with `{near}`"), span, near)
        }
        None => diagnostic.help("use the code or name that findings show in brackets, such as `unknown-type`"),
    }
}

/// The rule that is called `former` at `span` has another name today.
pub(crate) fn renamed(span: Span, former: &str, current: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} was renamed to {}", quoted(former), quoted(current)))
        .at_level(Level::Warning)
        .label("former name of the rule")
        .help("use the new name")
        .fix(format!("replace with `{current}`"), span, current)
}

/// The beginning of several numbers stands where one code must be named.
pub(crate) fn several(span: Span, written: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} matches several rules", quoted(written)))
        .label("not a single rule")
        .help("list the rules, separated by commas")
}

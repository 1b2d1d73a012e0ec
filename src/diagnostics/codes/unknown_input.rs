//! `unknown-input`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Alternatives, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_code!("T0712", "unknown-input", Error, "10.2.1.1");

/// The service template has no input `name`, as asked for at `span`.
pub(crate) fn new(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown input {}", quoted(name))).label(format!("not defined in this {SERVICE_TEMPLATE}"));
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => diagnostic.help(format!("define the input under `inputs:` of the {SERVICE_TEMPLATE}")),
    }
}

/// The same, where the inputs are known.
pub(crate) fn among(span: Span, name: &str, alternatives: &Alternatives<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown input {}", quoted(name))).label(format!("not defined in this {SERVICE_TEMPLATE}"));
    let otherwise = format!("define {} under `inputs:` of the {SERVICE_TEMPLATE}", quoted(name));
    alternatives.add_help(diagnostic, span, "input", &otherwise)
}

/// A value is given to `name` at `span`, which is not an input; `places` are what has the inputs of the service
/// templates. The inputs may be `wrapped` in another map.
pub(crate) fn given(span: Span, name: &str, near: Option<&str>, places: &[Span], wrapped: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown input {}", quoted(name))).label(format!("not defined in this {SERVICE_TEMPLATE}"));
    let diagnostic = places.iter().fold(diagnostic, |diagnostic, place| diagnostic.also(*place, "not among these inputs"));
    match near {
        _ if wrapped => diagnostic.help("write the inputs at the top level of this file"),
        Some(near) => diagnostic
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => diagnostic.help(format!("remove this line, or define the input in this {SERVICE_TEMPLATE}")),
    }
}

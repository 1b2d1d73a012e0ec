//! `wrong-operand-type`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1104", "wrong-operand-type", Error, "");

fn with_fix(diagnostic: Diagnostic, span: Span, fix: Option<&str>) -> Diagnostic {
    match fix {
        Some(text) => diagnostic.help(format!("write {}", quoted(text))).fix(format!("write {}", quoted(text)), span, text),
        None => diagnostic.help("use values of the same type; values are not converted"),
    }
}

/// The operand of `name` at `span` is `got`, not `wanted`; `fix` would be of the right type.
pub(crate) fn new(span: Span, name: &str, wanted: &str, got: &str, fix: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{} needs {wanted} here, not {got}", quoted(name)))
        .label(format!("expected {wanted}"));
    with_fix(diagnostic, span, fix)
}

/// `name` compares values of different types.
pub(crate) fn differ(here: (Span, &str), other: (Span, &str), name: &str, fix: Option<&str>) -> Diagnostic {
    let message = format!("{} compares {} with {}, which are never equal", quoted(name), other.1, here.1);
    let diagnostic = Diagnostic::new(&CODE, here.0, message).label(here.1).also(other.0, other.1);
    with_fix(diagnostic, here.0, fix)
}

/// What `name` measures at `span` has no length.
pub(crate) fn no_length(span: Span, name: &str, got: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} needs a string, a list or a map, not {got}", quoted(name)))
        .label("has no length")
        .help("compare numbers with `equal`, `less_or_equal` or `in_range`")
}

/// What `name` puts into a text at `span` is no part of one.
pub(crate) fn no_part(span: Span, name: &str, got: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} needs strings, numbers and Booleans, not {got}", quoted(name)))
        .label("cannot be part of a string")
        .help("use a single entry of the value")
}

/// The condition at `span` is `got`.
pub(crate) fn condition(span: Span, got: &str, fix: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("a condition must be a Boolean, not {got}"))
        .label("expected a Boolean");
    match fix {
        Some(_) => with_fix(diagnostic, span, fix),
        None => diagnostic.help("use a comparison, such as `{ equal: [ …, … ] }`"),
    }
}

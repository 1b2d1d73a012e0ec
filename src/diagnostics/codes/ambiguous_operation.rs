//! `ambiguous-operation`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0926", "ambiguous-operation", Error, "13.2.3.3");

/// `name` at `span` is not of the form `interface.operation`.
pub(crate) fn new(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{} does not name an interface and an operation", quoted(name)))
        .label("not of the form `interface.operation`");
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => diagnostic.help("write an interface of the target, a dot, and one of its operations"),
    }
}

/// `name` at `span` can be split in two ways: each with the definition of the operation.
pub(crate) fn ambiguous(span: Span, name: &str, first: (&str, Span), second: (&str, Span)) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is ambiguous", quoted(name)))
        .label("names may contain dots")
        .also(first.1, format!("operation of interface {}", quoted(first.0)))
        .also(second.1, format!("operation of interface {}", quoted(second.0)))
        .help("rename one of the interfaces or operations to a name that has no dot")
}

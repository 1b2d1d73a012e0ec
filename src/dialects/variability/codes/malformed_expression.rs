//! `malformed-expression`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1102", "malformed-expression", Error, "");

/// The scalar at `span` is no value: nothing, or a number that cannot be computed with.
pub(crate) fn no_value(span: Span, is_null: bool) -> Diagnostic {
    let what = if is_null { "missing expression" } else { "unsupported number" };
    Diagnostic::new(&CODE, span, what).help("write a value, or one operator with its operands")
}

/// The map at `span` has no operator.
pub(crate) fn empty(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "expression has no operator")
        .help("write one operator with its operands, such as `{ equal: [ a, b ] }`")
}

/// The map of the operator `first` has a second one at `span`.
pub(crate) fn several(span: Span, name: &str, place: Span, first: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("expression has two operators, {} and {}", quoted(first), quoted(name)))
        .label("second operator")
        .also(place, "first operator")
        .help("combine them: `{ and: [ { … }, { … } ] }`")
}

/// `what` is named by something else than a string.
pub(crate) fn no_name(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the name of {what} must be a string")).help("write the name as a string")
}

/// What stands at `span` names no element.
pub(crate) fn no_element(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "expected a node template or requirement assignment")
        .help("write the name of a node template, or `[ node template, requirement ]`")
}

/// The function `name` takes nothing but `SELF`.
pub(crate) fn not_self(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} only accepts `SELF`", quoted(name)))
        .label("expected `SELF`")
        .help("write `SELF`, or use `get_element_presence` for another element")
}

/// What stands at `span` is no constraint of an input.
pub(crate) fn no_constraint(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a constraint must be a map with one operator")
        .help("write an operator with its operand, such as `{ greater_than: 0 }`")
}

//! `malformed-expression`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1102", "malformed-expression", Error, "");

/// Reports that the scalar at `span` is not a valid value: it is null, or an unsupported number.
pub(crate) fn invalid_value(span: Span, is_null: bool) -> Diagnostic {
    let what = if is_null { "missing expression" } else { "unsupported number" };
    Diagnostic::new(&RULE, span, what).help("write a value, or one operator with its operands")
}

/// Reports that the map at `span` has no operator.
pub(crate) fn empty(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "expression has no operator")
        .help("write one operator with its operands, such as `{ equal: [ a, b ] }`")
}

/// Reports that the map of the operator `first` has a second operator at `span`.
pub(crate) fn several_operators(span: Span, name: &str, first_span: Span, first: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("expression has two operators, {} and {}", quoted(first), quoted(name)))
        .label("second operator")
        .also(first_span, "first operator")
        .help("combine them: `{ and: [ { … }, { … } ] }`")
}

/// Reports that the name of `what` is not a string.
pub(crate) fn invalid_name(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the name of {what} must be a string")).help("write the name as a string")
}

/// Reports that the value at `span` does not name an element.
pub(crate) fn not_an_element(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "expected a node template or requirement assignment")
        .help("write the name of a node template, or `[ node template, requirement ]`")
}

/// Reports that the value at `span` does not name an assignment of a kind.
pub(crate) fn not_a_part(span: Span, kind: &str) -> Diagnostic {
    let kind = crate::diagnostics::with_article(kind);
    Diagnostic::new(&RULE, span, format!("expected a node template and {kind}"))
        .help(format!("write `[ node template, name ]` with the name or index of {kind}"))
}

/// Reports that the function `name` has another argument than `SELF`.
pub(crate) fn not_self(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} only accepts `SELF`", quoted(name)))
        .label("expected `SELF`")
        .help("write `SELF`, or use `get_element_presence` for another element")
}

/// Reports that the operator `name` at `span` asks about elements, in a default expression.
pub(crate) fn about_element(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a default expression cannot contain {}", quoted(name)))
        .label("depends on an element")
        .help(USE_INPUTS)
        .note(BEFORE_ELEMENTS)
}

/// Reports that the expression `name`, used at `span` in a default expression, asks about elements; it is defined at
/// `name_span`.
pub(crate) fn named_about_element(span: Span, name: &str, name_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a default expression cannot use expression {}", quoted(name)))
        .label("depends on an element")
        .also(name_span, "defined here")
        .help(USE_INPUTS)
        .note(BEFORE_ELEMENTS)
}

const USE_INPUTS: &str = "use variability inputs, and expressions of these";

const BEFORE_ELEMENTS: &str = "elements are present or absent by the values of inputs";

/// Reports that the value at `span` is not a constraint of an input.
pub(crate) fn not_a_constraint(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "a constraint must be a map with one operator")
        .help("write an operator with its operand, such as `{ greater_than: 0 }`")
}

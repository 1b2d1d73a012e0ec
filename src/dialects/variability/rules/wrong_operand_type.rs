//! `wrong-operand-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1104", "wrong-operand-type", Error, "");

/// Adds the help to write the value `fix`, if there is one.
fn with_fix(diagnostic: Diagnostic, span: Span, fix: Option<&str>) -> Diagnostic {
    match fix {
        Some(text) => diagnostic.help(format!("write {}", quoted(text))).fix(format!("write {}", quoted(text)), span, text),
        None => diagnostic.help("use values of the same type; values are not converted"),
    }
}

/// Reports that the operand of `name` at `span` is `actual`, not `expected`; `fix` is the value to write.
pub(crate) fn new(span: Span, name: &str, expected: &str, actual: &str, fix: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} needs {expected} here, not {actual}", quoted(name)))
        .label(format!("expected {expected}"));
    with_fix(diagnostic, span, fix)
}

/// Reports that the default expression at `span` is `actual`, not `expected`; `type_span` names the type of the input.
pub(crate) fn default_expression(
    span: Span,
    (expected, type_span): (&str, Option<Span>),
    actual: &str,
    fix: Option<&str>,
) -> Diagnostic {
    let message = format!("`default_expression` must be {expected}, not {actual}");
    let diagnostic = Diagnostic::new(&RULE, span, message).label(format!("expected {expected}"));
    let diagnostic = match type_span {
        Some(type_span) => diagnostic.also(type_span, "type declared here"),
        None => diagnostic,
    };
    match fix {
        Some(_) => with_fix(diagnostic, span, fix),
        None => diagnostic.help(format!("write an expression that is {expected}; values are not converted")),
    }
}

/// Reports that `name` compares values of different types.
pub(crate) fn different_types(first: (Span, &str), second: (Span, &str), name: &str, fix: Option<&str>) -> Diagnostic {
    let message = format!("{} compares {} with {}, which are never equal", quoted(name), second.1, first.1);
    let diagnostic = Diagnostic::new(&RULE, first.0, message).label(first.1).also(second.0, second.1);
    with_fix(diagnostic, first.0, fix)
}

/// Reports that the operand of `name` at `span` has no length.
pub(crate) fn no_length(span: Span, name: &str, actual: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} needs a string, a list or a map, not {actual}", quoted(name)))
        .label("has no length")
        .help("compare numbers with `equal`, `less_or_equal` or `in_range`")
}

/// Reports that the operand of `name` at `span` cannot be part of a string.
pub(crate) fn not_a_string_part(span: Span, name: &str, actual: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} needs strings, numbers and Booleans, not {actual}", quoted(name)))
        .label("cannot be part of a string")
        .help("use a single entry of the value")
}

/// Reports that the condition at `span` is `actual`, not a Boolean.
pub(crate) fn condition(span: Span, actual: &str, fix: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("a condition must be a Boolean, not {actual}"))
        .label("expected a Boolean");
    match fix {
        Some(_) => with_fix(diagnostic, span, fix),
        None => diagnostic.help("use a comparison, such as `{ equal: [ …, … ] }`"),
    }
}

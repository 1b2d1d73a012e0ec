//! `conflicting-xml-parts`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1217", "conflicting-xml-parts", Error, "");

/// Reports a lower bound of a capability that is zero.
pub(crate) fn lower_bound(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "a node offers a capability at least once").help("write 1 or more")
}

/// Reports an operation without its interface.
pub(crate) fn operation_alone(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "an operation needs its interface").help("add `interfaceName=\"…\"`")
}

/// Reports a second constraint of a property.
pub(crate) fn second_constraint(span: Span, property: &str, first: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} has a constraint already", quoted(property)))
        .also(first, "the first one")
        .help("keep one constraint for each property")
}

/// Reports a definition of properties by an element and a type.
pub(crate) fn element_and_type(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "properties are defined by an element or a type, not both")
        .help("remove one of the attributes")
}

/// Reports a definition of properties by neither an element nor a type.
pub(crate) fn neither(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "properties are defined by an element or a type")
        .help("add `element=\"…\"` or `type=\"…\"`")
}

/// Reports bounds in the wrong order.
pub(crate) fn bounds(span: Span, (least, low): (&str, u64), (most, high): (&str, u64)) -> Diagnostic {
    let message = format!("{} is {low}, but {} is {high}", quoted(least), quoted(most));
    Diagnostic::new(&RULE, span, message).help(format!("write a number up to {high}"))
}

/// Reports a second element in `Properties`.
pub(crate) fn several_contents(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "`Properties` has one element with all values")
        .label("not read")
        .help("move the values into the first element")
}

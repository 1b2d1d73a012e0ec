//! `wrong-xml-derivation`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, list, quoted};

declare_rule!("T1216", "wrong-xml-derivation", Error, "");

/// Reports a definition that is abstract and final.
pub(crate) fn abstract_and_final(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "a definition cannot be abstract and final")
        .label("nothing can be derived from it")
        .help("remove one of the attributes")
}

/// Reports that the base `name` is final.
pub(crate) fn of_final(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is final", quoted(name)))
        .label("nothing can be derived from it")
        .help("use another base, or remove `final` there")
}

/// Reports a definition that is derived from itself through `name`.
pub(crate) fn cycle(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is derived from this definition", quoted(name)))
        .help("remove `DerivedFrom` in one of the definitions")
}

/// Reports that the abstract type `name` is used by a type that is not abstract.
pub(crate) fn abstract_member(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is abstract", quoted(name)))
        .label("only an abstract node type can use it")
        .help("make the node type abstract, or use a derived type")
}

/// Reports that the requirement `name` has a type that is not derived from the inherited one.
pub(crate) fn other_type(span: Span, name: &str, other: &str) -> Diagnostic {
    let message = format!("the requirement {} cannot become one of type {}", quoted(name), quoted(other));
    Diagnostic::new(&RULE, span, message)
        .label("not derived from the inherited type")
        .help("use the inherited type or a derived one, or rename the requirement")
}

/// Reports a relationship type that is between a node and a part of another.
pub(crate) fn mixed_ends(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "`ValidSource` and `ValidTarget` do not match")
        .label("one is a node type, the other is not")
        .help("use two node types, or a requirement type and a capability type")
}

/// Reports that the target of a relationship type is not of the type `required` that its source requires.
pub(crate) fn other_capability(span: Span, name: &str, required: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not required by the source", quoted(name)))
        .label(format!("not derived from {}", quoted(required)))
        .help(format!("use {} or a derived type", quoted(required)))
}

/// Reports that the source of a relationship type is not derived from that of its base.
pub(crate) fn other_source(span: Span, name: &str, inherited: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the source cannot become {}", quoted(name)))
        .label(format!("not derived from {}", quoted(inherited)))
        .help(format!("use {} or a derived type", quoted(inherited)))
}

/// Reports that the properties of a type lack those of its base.
pub(crate) fn fewer_properties(span: Span, names: &[String]) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the properties do not include {} of the base", list(names, "and")))
        .at_level(Level::Warning)
        .label("should extend the definition of the base")
        .help("use `xs:extension` with the type of the base in the schema")
}

//! `wrong-xml-derivation`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

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

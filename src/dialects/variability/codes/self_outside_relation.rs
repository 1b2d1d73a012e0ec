//! `self-outside-relation`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1109", "self-outside-relation", Error, "");

/// `name` is called at `span`, where there is no relation.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} used outside a requirement assignment", quoted(name)))
        .label("no source or target here")
        .help("use `get_element_presence` with the name of a node template")
}

/// The expression `name`, which asks for its relation, is read at `span`, where there is none.
pub(crate) fn through(span: Span, name: &str, place: Span) -> Diagnostic {
    let message = format!("expression {} needs a source or target, but is not used in a relation", quoted(name));
    Diagnostic::new(&CODE, span, message)
        .label("not a requirement assignment")
        .also(place, "uses the source or target")
        .help("use it only in conditions of requirement assignments")
}

/// A variability group asks for source or target at `span`, but not all members are relations.
pub(crate) fn member(span: Span, member: Option<(&str, Span)>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, "expression needs a source or target, but not all members are relations")
        .label("not a requirement assignment")
        .help("move the node templates to another group");
    match member {
        Some((name, place)) => diagnostic.also(place, format!("{} is also a member", quoted(name))),
        None => diagnostic,
    }
}

//! `self-outside-relation`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1109", "self-outside-relation", Error, "");

/// `name` is called at `span`, where there is no relation.
pub(crate) fn found(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} outside of a requirement assignment", quoted(name)))
        .label("there is no source or target here")
        .help("use `get_element_presence` with the name of a node template")
}

/// The expression `name`, which asks for its relation, is read at `span`, where there is none.
pub(crate) fn through(span: Span, name: &str, place: Span) -> Diagnostic {
    let message = format!("expression {} asks for source or target, and there is no relation here", quoted(name));
    Diagnostic::new(&CODE, span, message)
        .label("no requirement assignment")
        .also(place, "asks for source or target")
        .help("read it in conditions of requirement assignments only")
}

/// A variability group asks for source or target at `span`, but not all members are relations.
pub(crate) fn member(span: Span, member: Option<(&str, Span)>) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, "this asks for source or target, and not all members are relations")
        .label("no requirement assignment")
        .help("put node templates into another group");
    match member {
        Some((name, place)) => found.also(place, format!("{} is a member, too", quoted(name))),
        None => found,
    }
}

//! `self-outside-relation`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1109", "self-outside-relation", Error, "");

/// Reports that `name` is called at `span` outside a relation.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} used outside a requirement assignment", quoted(name)))
        .label("no source or target here")
        .help("use `get_element_presence` with the name of a node template")
}

/// Reports that the expression `name`, which uses its relation at `use_span`, is read at `span` outside a
/// relation.
pub(crate) fn in_expression(span: Span, name: &str, use_span: Span) -> Diagnostic {
    let message = format!("expression {} needs a source or target, but is not used in a relation", quoted(name));
    Diagnostic::new(&RULE, span, message)
        .label("not a requirement assignment")
        .also(use_span, "uses the source or target")
        .help("use it only in conditions of requirement assignments")
}

/// Reports that a variability group uses source or target at `span`, but has a `member` that is not a
/// relation.
pub(crate) fn in_group(span: Span, member: Option<(&str, Span)>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, "source or target is used, but some members are not relations")
        .label("not a requirement assignment")
        .help("move the node templates to another group");
    match member {
        Some((name, member_span)) => diagnostic.also(member_span, format!("{} is also a member", quoted(name))),
        None => diagnostic,
    }
}

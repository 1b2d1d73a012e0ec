//! `invalid-member`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, list, quoted};

declare_code!("T0920", "invalid-member", Error, "16.2");

/// `subject` at `span` is no `role` for `holder`: its type `of` is not among those that `by` admits at
/// `list`; those of the `others` are.
pub(crate) fn new(
    span: Span,
    subject: &str,
    (role, holder): (&str, &str),
    of: &str,
    (by, list): (&str, Span),
    others: &str,
) -> Diagnostic {
    let instead = if others.is_empty() { String::new() } else { format!(", use one that is allowed{others}") };
    Diagnostic::new(&CODE, span, format!("{subject} cannot be a {role} of {holder}"))
        .label(format!("of {of}"))
        .also(list, format!("{by} allows these types and types derived from them"))
        .help(format!("remove it{instead}, or add its type to `{role}s` of {by}"))
}

/// The group at `span` brings nodes, the `misfits`, that `by` does not admit at `list`.
pub(crate) fn nested(
    span: Span,
    group: &str,
    (role, holder): (&str, &str),
    misfits: &[(&str, Span)],
    (by, list): (&str, Span),
) -> Diagnostic {
    let names: Vec<String> = misfits.iter().map(|(name, _)| quoted(name)).collect();
    let names = some_of(&names);
    let mut diagnostic =
        Diagnostic::new(&CODE, span, format!("group {} should not be a {role} of {holder}", quoted(group)))
            .label(format!("{by} does not allow the types of its nodes {names}"))
            .also(list, format!("types that {by} allows"));
    for (_, place) in misfits.iter().take(3) {
        diagnostic = diagnostic.also(*place, "not allowed");
    }
    diagnostic.help("list the allowed nodes, or a group of them").at_level(Level::Warning)
}

/// The group at `span` is a target although `by` admits nodes only, at `list`.
pub(crate) fn group_for_nodes(span: Span, group: &str, holder: &str, (by, list): (&str, Span)) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("group {} should not be a target of {holder}", quoted(group)))
        .label("a group; all its nodes are allowed")
        .also(list, format!("{by} allows only node types"))
        .help(format!("list the nodes themselves, or add the type of the group to `targets` of {by}"))
        .at_level(Level::Warning)
}

/// The first of many names, and how many there are.
fn some_of(names: &[String]) -> String {
    const MOST: usize = 4;
    if names.len() <= MOST + 1 {
        return list(names, "and");
    }
    format!("{} and {} more", names[..MOST].join(", "), names.len() - MOST)
}

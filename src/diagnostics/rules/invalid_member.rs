//! `invalid-member`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, list, quoted};

declare_rule!("T0920", "invalid-member", Error, "16.2");

/// Reports that `subject` at `span` cannot be a `role` of `owner`: the list at `list_span` of `list_owner`
/// does not allow its type `ty`. `alternatives` names other templates that are allowed.
pub(crate) fn new(
    span: Span,
    subject: &str,
    (role, owner): (&str, &str),
    ty: &str,
    (list_owner, list_span): (&str, Span),
    alternatives: &str,
) -> Diagnostic {
    let replacement = if alternatives.is_empty() { String::new() } else { format!(", use one that is allowed{alternatives}") };
    Diagnostic::new(&RULE, span, format!("{subject} cannot be a {role} of {owner}"))
        .label(format!("of {ty}"))
        .also(list_span, format!("{list_owner} allows these types and types derived from them"))
        .help(format!("remove it{replacement}, or add its type to `{role}s` of {list_owner}"))
}

/// Reports that the group at `span` contains nodes, the `misfits`, whose types the list at `list_span` of
/// `list_owner` does not allow.
pub(crate) fn nested(
    span: Span,
    group: &str,
    (role, owner): (&str, &str),
    misfits: &[(&str, Span)],
    (list_owner, list_span): (&str, Span),
) -> Diagnostic {
    let names: Vec<String> = misfits.iter().map(|(name, _)| quoted(name)).collect();
    let names = some_of(&names);
    let mut diagnostic =
        Diagnostic::new(&RULE, span, format!("group {} should not be a {role} of {owner}", quoted(group)))
            .label(format!("{list_owner} does not allow the types of its nodes {names}"))
            .also(list_span, format!("types that {list_owner} allows"));
    for (_, definition_span) in misfits.iter().take(3) {
        diagnostic = diagnostic.also(*definition_span, "not allowed");
    }
    diagnostic.help("list the allowed nodes, or a group of them").at_level(Level::Warning)
}

/// Reports that the group at `span` is a target, although the list at `list_span` of `list_owner` allows only
/// node types.
pub(crate) fn group_for_nodes(span: Span, group: &str, owner: &str, (list_owner, list_span): (&str, Span)) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("group {} should not be a target of {owner}", quoted(group)))
        .label("a group; all its nodes are allowed")
        .also(list_span, format!("{list_owner} allows only node types"))
        .help(format!("list the nodes themselves, or add the type of the group to `targets` of {list_owner}"))
        .at_level(Level::Warning)
}

/// Lists the first names, and counts the others.
fn some_of(names: &[String]) -> String {
    const MAX_SHOWN_NAMES: usize = 4;
    if names.len() <= MAX_SHOWN_NAMES + 1 {
        return list(names, "and");
    }
    format!("{} and {} more", names[..MAX_SHOWN_NAMES].join(", "), names.len() - MAX_SHOWN_NAMES)
}

//! `unknown-property`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Alternatives, list, quoted};

declare_rule!("T0607", "unknown-property", Error, "9.2", needs [Definitions, Service, Kind], leaves [Value, Names]);

/// Returns the clause about assignments of members of a kind to `owner`.
fn clause(kind: &str, owner: &str) -> &'static str {
    match kind {
        _ if owner.starts_with("data type") => RULE.clause,
        "property" => "9.5",
        "attribute" => "9.7",
        "input" => "9.9",
        _ => RULE.clause,
    }
}

/// Reports that `owner` has no `kind` named `name`, which is assigned at `span`.
pub(crate) fn new(span: Span, kind: &str, name: &str, owner: &str, alternatives: &Alternatives<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name))).misses([name]);
    let diagnostic = diagnostic.in_clause(clause(kind, owner));
    alternatives.add_help(diagnostic, span, kind, &format!("define {} in the type", quoted(name)))
}

/// Reports that `owner` has no `kind` named `name`, which is assigned at `span`, but members of this name for the
/// `sections`.
pub(crate) fn in_section(span: Span, kind: &str, name: &str, owner: &str, sections: &[&str]) -> Diagnostic {
    let sections: Vec<String> = sections.iter().map(|section| format!("`{section}:`")).collect();
    Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name))).misses([name])
        .in_clause(clause(kind, owner))
        .help(format!("move {} under {}", quoted(name), list(&sections, "or")))
}

/// Reports that the keyname `name` of `entity` is at `span` among the values of its properties or the like;
/// `owner` has no `kind` of this name.
pub(crate) fn keyname(span: Span, kind: &str, name: &str, owner: &str, entity: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name))).misses([name])
        .in_clause(clause(kind, owner))
        .label(format!("keyname of the {entity}"))
        .help(format!("indent {} less, to make it a keyname of the {entity}", quoted(name)))
}

/// The maximum number of names that a finding lists.
const MAX_LISTED: usize = 8;

/// Reports that `owner` has no members of `kind` at all, but `names` are assigned, the first of them at `span`.
pub(crate) fn all(span: Span, kind: &str, names: &[&str], owner: &str) -> Diagnostic {
    let mut listed: Vec<String> = names.iter().take(MAX_LISTED).map(|name| quoted(name)).collect();
    if names.len() > MAX_LISTED {
        listed.push(format!("{} more", names.len() - MAX_LISTED));
    }
    let plural = if kind == "property" { "properties".to_owned() } else { format!("{kind}s") };
    Diagnostic::new(&RULE, span, format!("{owner} has no {plural}, but {} are assigned", names.len()))
        .misses(names.iter().copied())
        .in_clause(clause(kind, owner))
        .help(format!("define {} in the type, or remove them", list(&listed, "and")))
}

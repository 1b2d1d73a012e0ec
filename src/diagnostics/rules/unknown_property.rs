//! `unknown-property`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Alternatives, list, quoted};

declare_rule!("T0607", "unknown-property", Error, "9.2", needs [Definitions, Service, Kind], leaves [Value, Names]);

/// Reports that `owner` has no `kind` named `name`, which is assigned at `span`.
pub(crate) fn new(span: Span, kind: &str, name: &str, owner: &str, alternatives: &Alternatives<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name))).misses([name]);
    alternatives.add_help(diagnostic, span, kind, &format!("define {} in the type", quoted(name)))
}

/// Reports that `owner` has no `kind` named `name`, which is assigned at `span`, but members of this name for the
/// `sections`.
pub(crate) fn in_section(span: Span, kind: &str, name: &str, owner: &str, sections: &[&str]) -> Diagnostic {
    let sections: Vec<String> = sections.iter().map(|section| format!("`{section}:`")).collect();
    Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name))).misses([name])
        .help(format!("move {} under {}", quoted(name), list(&sections, "or")))
}

/// Reports that the keyname `name` of `entity` is at `span` among the values of its properties or the like;
/// `owner` has no `kind` of this name.
pub(crate) fn keyname(span: Span, kind: &str, name: &str, owner: &str, entity: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name))).misses([name])
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
        .help(format!("define {} in the type, or remove them", list(&listed, "and")))
}

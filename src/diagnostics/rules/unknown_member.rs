//! `unknown-member`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Alternatives, Level, list, quoted};

declare_rule!("T0801", "unknown-member", Error, "7.2", needs [Definitions, Kind]);

/// Returns the clause about assignments of members of a kind.
fn clause(kind: &str) -> &'static str {
    match kind {
        "capability" => "8.3",
        "requirement" => "8.5",
        "interface" => "11.3",
        "operation" => "11.5",
        "notification" => "11.7",
        _ => RULE.clause,
    }
}

/// Reports that `owner` has no `kind` named `name`, which is assigned at `span`.
pub(crate) fn new(span: Span, kind: &str, name: &str, owner: &str, alternatives: &Alternatives<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name))).misses([name]);
    let diagnostic = diagnostic.in_clause(clause(kind));
    alternatives.add_help(diagnostic, span, kind, &format!("define {} in the type", quoted(name)))
}

/// Reports that `owner` has no `kind` named `name`, which is assigned at `span`, but members of this name for the
/// `sections`.
pub(crate) fn in_section(span: Span, kind: &str, name: &str, owner: &str, sections: &[&str]) -> Diagnostic {
    let sections: Vec<String> = sections.iter().map(|section| format!("`{section}:`")).collect();
    Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name))).misses([name])
        .in_clause(clause(kind))
        .help(format!("move {} under {}", quoted(name), list(&sections, "or")))
}

/// The maximum number of targets that a finding names.
const MAX_SHOWN_TARGETS: usize = 4;

/// Names targets.
fn targets(targets: &[(&str, Span)]) -> String {
    let mut names: Vec<String> = targets.iter().take(MAX_SHOWN_TARGETS).map(|(name, _)| quoted(name)).collect();
    if targets.len() > MAX_SHOWN_TARGETS {
        names.push(format!("{} more", targets.len() - MAX_SHOWN_TARGETS));
    }
    list(&names, "and")
}

/// Reports that the `missing_in` of `owner`, each with its definition, do not have the `operations`, at least one, each
/// with where it is called; other targets have them.
pub(crate) fn several_of_targets(operations: &[(&str, Span)], owner: &str, missing_in: &[(&str, Span)]) -> Diagnostic {
    let names: Vec<String> = operations.iter().map(|(name, _)| quoted(name)).collect();
    let message = format!("some of {owner} have no operations {}", list(&names, "and"));
    let targets = targets(missing_in);
    let mut diagnostic = Diagnostic::new(&RULE, operations[0].1, message)
        .misses(operations.iter().map(|(name, _)| *name))
        .label(format!("missing in {targets}"));
    for (_, span) in &operations[1..] {
        diagnostic = diagnostic.also(*span, "missing as well");
    }
    for (_, definition_span) in missing_in.iter().take(MAX_SHOWN_TARGETS) {
        diagnostic = diagnostic.also(*definition_span, "has no such operations");
    }
    diagnostic.help(format!("remove {targets} from the targets")).at_level(Level::Warning)
}

/// Reports that the `missing_in` of `owner`, each with its definition, have no `kind` named `name`, as at
/// `span`. If `some_have_it`, this is a warning.
pub(crate) fn of_targets(
    span: Span,
    (kind, name): (&str, &str),
    owner: &str,
    missing_in: &[(&str, Span)],
    some_have_it: bool,
    alternatives: &Alternatives<'_>,
) -> Diagnostic {
    let names = targets(missing_in);
    let message = if some_have_it {
        format!("some of {owner} have no {kind} {}", quoted(name))
    } else {
        format!("none of {owner} has {kind} {}", quoted(name))
    };
    let mut diagnostic = Diagnostic::new(&RULE, span, message).misses([name]).label(format!("missing in {names}"));
    for (_, definition_span) in missing_in.iter().take(MAX_SHOWN_TARGETS) {
        diagnostic = diagnostic.also(*definition_span, format!("has no such {kind}"));
    }
    if some_have_it {
        diagnostic.help(format!("remove {names} from the targets"))
    } else {
        alternatives.add_help(diagnostic, span, kind, "use other targets")
    }
    .at_level(if some_have_it { Level::Warning } else { Level::Error })
}

/// Reports that `owner`, named at `span`, has none of the `names` that are mapped, but the type `other` has them.
pub(crate) fn of_mapping(span: Span, owner: &str, names: &str, other: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{owner} has none of the mapped names {names}"))
        .label("another type has them")
        .did_you_mean(other, span)
        .in_clause("15.1")
}

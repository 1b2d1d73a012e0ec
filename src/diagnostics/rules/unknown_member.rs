//! `unknown-member`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Alternatives, Level, list, quoted};

declare_rule!("T0801", "unknown-member", Error, "7.2", needs [Definitions, Kind]);

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
    const MAX_SHOWN_TARGETS: usize = 4;
    let mut names: Vec<String> = missing_in.iter().take(MAX_SHOWN_TARGETS).map(|(name, _)| quoted(name)).collect();
    if missing_in.len() > MAX_SHOWN_TARGETS {
        names.push(format!("{} more", missing_in.len() - MAX_SHOWN_TARGETS));
    }
    let message = if some_have_it {
        format!("some of {owner} have no {kind} {}", quoted(name))
    } else {
        format!("none of {owner} has {kind} {}", quoted(name))
    };
    let mut diagnostic = Diagnostic::new(&RULE, span, message).misses([name]).label(format!("missing in {}", list(&names, "and")));
    for (_, definition_span) in missing_in.iter().take(MAX_SHOWN_TARGETS) {
        diagnostic = diagnostic.also(*definition_span, format!("has no such {kind}"));
    }
    if some_have_it {
        diagnostic.help("use only targets that have it")
    } else {
        alternatives.add_help(diagnostic, span, kind, "use other targets")
    }
    .at_level(if some_have_it { Level::Warning } else { Level::Error })
}

//! `unassigned-requirement`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, keyname, list, quoted};

declare_rule!("T1014", "unassigned-requirement", Info, "");

/// A mandatory requirement that a node template does not assign.
pub(crate) struct Unassigned<'n> {
    /// Its name.
    pub(crate) name: &'n str,
    /// The node that it needs, in words.
    pub(crate) needed: String,
    /// Some node templates that can fulfill it.
    pub(crate) fitting: Vec<&'n str>,
    /// Its definition.
    pub(crate) defined_at: Span,
}

/// Reports that the node template at `span` does not assign some requirements.
pub(crate) fn new(span: Span, unassigned: &[Unassigned<'_>]) -> Diagnostic {
    let names: Vec<String> = unassigned.iter().map(|requirement| quoted(requirement.name)).collect();
    let message = match &names[..] {
        [name] => format!("mandatory requirement {name} is not assigned"),
        _ => format!("mandatory requirements {} are not assigned", list(&names, "and")),
    };
    let diagnostic = Diagnostic::new(&RULE, span, message).misses(unassigned.iter().map(|requirement| requirement.name));
    unassigned.iter().fold(diagnostic, |diagnostic, Unassigned { name, needed, fitting, defined_at }| {
        let names: Vec<String> = fitting.iter().map(|name| quoted(name)).collect();
        let diagnostic = diagnostic.also(*defined_at, format!("needs a {needed}"));
        let (name, requirements) = (quoted(name), keyname("requirements"));
        match &names[..] {
            [] => diagnostic.help(format!("assign {name} under {requirements}, to a node template that fulfills it")),
            _ => diagnostic
                .at_level(Level::Warning)
                .help(format!("assign {name} under {requirements}, such as to {}", list(&names, "or"))),
        }
    })
}

//! `tolerated-form`: see the page.

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Label, quoted};

declare_rule!("T1012", "tolerated-form", Warning, "");

/// Reports that `what` at `span` is not in the grammar; it is interpreted as `meaning`.
pub(crate) fn new(span: Span, what: &str, meaning: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} is not allowed here")).label(format!("interpreted as {meaning}")).help(help)
}

/// Merges the diagnostics of this rule in a file that have the same message into one.
pub(crate) fn merge_repeated(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut merged: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    let mut indexes: FxHashMap<String, usize> = FxHashMap::default();
    for diagnostic in diagnostics {
        if diagnostic.rule == &RULE {
            if let Some(&index) = indexes.get(diagnostic.message.as_str()) {
                merged[index].secondary.push(Label { span: diagnostic.primary.span, text: "also here".into() });
                continue;
            }
            indexes.insert(diagnostic.message.to_string(), merged.len());
        }
        merged.push(diagnostic);
    }
    merged
}

/// Reports that only `tool` knows the keyname `name`.
pub(crate) fn of_tool(span: Span, name: &str, tool: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is a keyname of {tool}, not of TOSCA", quoted(name)))
        .label("not checked")
        .help(format!("keep it only for {tool}; other orchestrators may reject it"))
}

/// Reports that the section `name` is empty.
pub(crate) fn empty(span: Span, name: &str) -> Diagnostic {
    new(span, &format!("empty section {}", quoted(name)), "absent", "add a value, or remove the entry")
}

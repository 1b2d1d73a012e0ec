//! `tolerated-form`: see the page.

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Label, quoted};

declare_code!("T1012", "tolerated-form", Warning, "");

/// What stands at `span` has no place in the grammar; it is read as `meaning`.
pub(crate) fn new(span: Span, what: &str, meaning: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{what} is not allowed here")).label(format!("interpreted as {meaning}")).help(help)
}

/// `found` with what is tolerated told once for all places in a file.
pub(crate) fn once(diagnostic: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::with_capacity(diagnostic.len());
    let mut first: FxHashMap<String, usize> = FxHashMap::default();
    for one in diagnostic {
        if one.code == &CODE {
            if let Some(&at) = first.get(one.message.as_str()) {
                told[at].secondary.push(Label { span: one.primary.span, text: "also here".into() });
                continue;
            }
            first.insert(one.message.to_string(), told.len());
        }
        told.push(one);
    }
    told
}

/// The section `name` holds nothing.
pub(crate) fn empty(span: Span, name: &str) -> Diagnostic {
    new(span, &format!("empty section {}", quoted(name)), "absent", "add a value, or remove the line")
}

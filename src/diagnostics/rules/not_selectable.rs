//! `not-selectable`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SELECT;

declare_rule!("T0904", "not-selectable", Error, "15.5");

/// Reports that a requirement is mapped to the node template `name`, at `definition_span`, which does not
/// select its node; `requirement` is one of its requirements.
pub(crate) fn new(span: Span, name: &str, definition_span: Span, requirement: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("node template {} does not select its node", quoted(name)))
        .label("the target of the requirement cannot replace it")
        .also(definition_span, format!("no directive {SELECT}"));
    match requirement {
        Some(requirement) => diagnostic.help(format!(
            "add `directives: [ {SELECT:#} ]` to it, or map to one of its requirements: `[ {name}, {requirement} ]`"
        )),
        None => diagnostic.help(format!("add `directives: [ {SELECT:#} ]` to it")),
    }
}

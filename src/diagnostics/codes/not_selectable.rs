//! `not-selectable`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SELECT;

declare_code!("T0904", "not-selectable", Error, "15.5");

/// A requirement is mapped onto the node template `name`, at `place`, which is not selected; `requirement`
/// is one that it has.
pub(crate) fn new(span: Span, name: &str, place: Span, requirement: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("node template {} does not select its node", quoted(name)))
        .label("the target of the requirement cannot replace it")
        .also(place, format!("no directive {SELECT}"));
    match requirement {
        Some(requirement) => diagnostic.help(format!(
            "add `directives: [ {SELECT:#} ]` to it, or map to one of its requirements: `[ {name}, {requirement} ]`"
        )),
        None => diagnostic.help(format!("add `directives: [ {SELECT:#} ]` to it")),
    }
}

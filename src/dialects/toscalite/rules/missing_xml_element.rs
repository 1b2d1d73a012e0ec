//! `missing-xml-element`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T1261", "missing-xml-element", Error, "");

/// Reports that the element `outer` at `span` lacks the element `name`.
pub(crate) fn new(span: Span, outer: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} lacks the element {}", quoted(outer), quoted(name)))
        .help(format!("add {}", quoted(&format!("<{name}>…</{name}>"))))
}

/// Reports that the element `outer` at `span` lacks an element with one of the names in `names`.
pub(crate) fn one_of(span: Span, outer: &str, names: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} lacks the element {names}", quoted(outer)))
        .label("mandatory in TOSCA 1.0")
        .help(format!("add {names}"))
}

/// Reports that the element `name` at `span` has no text.
pub(crate) fn empty(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is empty", quoted(name))).help("write the text between its tags")
}

/// Reports that the connection at `span` has no script.
pub(crate) fn script(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "connection without a script")
        .at_level(Level::Warning)
        .label("the source does not get the address of the target")
        .help("add `<ImplementationArtifact>…</ImplementationArtifact>` with the path of the script")
}

//! `duplicate-xml-definition`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1215", "duplicate-xml-definition", Error, "");

/// Reports that a definition of a kind in words already has this name, in this or another file.
pub(crate) fn new(span: Span, kind: &str, name: &str, other: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("the {kind} {} is defined twice", quoted(name)))
        .help("rename it, or remove one of them");
    match other {
        Some(other) => diagnostic.label(format!("left out, since {} defines it", quoted(other))),
        None => diagnostic,
    }
}

/// Reports a second item of a list with this name.
pub(crate) fn in_list(span: Span, item: &str, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the {item} {} is there twice", quoted(name)))
        .also(first, "the first one")
        .help("rename one of them")
}

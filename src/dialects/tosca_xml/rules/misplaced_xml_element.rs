//! `misplaced-xml-element`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1205", "misplaced-xml-element", Error, "");

/// Reports that the element `name` comes after `other`, which must follow it.
pub(crate) fn late(span: Span, name: &str, other_span: Span, other: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} must come before {}", quoted(name), quoted(other)));
    diagnostic.also(other_span, "this comes first").help(format!("move it before {}", quoted(other)))
}

/// Reports a second one of the elements `names` in `outer`.
pub(crate) fn repeated(span: Span, names: &str, outer: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} can have {names} only once", quoted(outer))).help("remove one of them")
}

/// Reports that `outer` has none of the elements `names`.
pub(crate) fn missing(span: Span, names: &str, outer: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} lacks {names}", quoted(outer)))
        .label("mandatory in TOSCA 1.0")
        .help(format!("add {names}"))
}

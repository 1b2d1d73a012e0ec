//! `dangling-reference`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1123", "dangling-reference", Error, "");

/// Reports that `source` names `element`, declared at `element_span`, which is absent.
pub(crate) fn new(span: Span, source: &str, element: &str, element_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} refers to {element}, which is absent", quoted(source)))
        .label("refers to it")
        .also(element_span, "absent")
        .help("give both the same conditions")
}

/// Reports that all elements that `source` names are absent.
pub(crate) fn all_absent(span: Span, source: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("all elements that {} refers to here are absent", quoted(source)))
        .label("refers to nothing")
        .help("give the referring element the same conditions")
}

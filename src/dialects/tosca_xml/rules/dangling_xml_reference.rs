//! `dangling-xml-reference`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted};

declare_rule!("T1210", "dangling-xml-reference", Error, "");

/// Reports that no element of the file has the id `id`.
pub(crate) fn new(span: Span, id: &str, suggestion: Option<&str>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("nothing has the id {}", quoted(id))).help(match suggestion {
        Some(suggestion) => format!("did you mean {}?", quoted(suggestion)),
        None => "refer to the id of an element of this service template".to_owned(),
    })
}

/// Reports that the element with the id `id` is not one of `kinds`.
pub(crate) fn wrong_kind(span: Span, id: &str, kinds: &[&str]) -> Diagnostic {
    let kinds: Vec<String> = kinds.iter().map(|kind| format!("a {kind}")).collect();
    let kinds = list(&kinds, "or");
    Diagnostic::new(&RULE, span, format!("{} is not {kinds}", quoted(id)))
        .label(format!("expected the id of {kinds}"))
        .help(format!("refer to {kinds} of this service template"))
}

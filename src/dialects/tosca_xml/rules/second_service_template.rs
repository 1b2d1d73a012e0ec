//! `second-service-template`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1223", "second-service-template", Warning, "");

/// Reports a service template after the one that the file has in TOSCA 2.0, `first`.
pub(crate) fn new(span: Span, first: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the service template of this file is {}", quoted(first)))
        .label("only its names are checked")
        .help("move it to a separate file; `tosca lower DIR -o NEW` does so")
}

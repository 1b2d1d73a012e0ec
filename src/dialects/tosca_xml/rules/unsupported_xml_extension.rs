//! `unsupported-xml-extension`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1211", "unsupported-xml-extension", Error, "");

/// Reports that the extension `namespace` is mandatory and not known.
pub(crate) fn new(span: Span, namespace: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the extension {} is not known", quoted(namespace)))
        .label("must be understood")
        .help("write `mustUnderstand=\"no\"` if the file has a meaning without it")
}

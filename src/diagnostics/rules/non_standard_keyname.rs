//! `non-standard-keyname`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, with_article};

declare_rule!("T0216", "non-standard-keyname", Warning, "5.2");

/// Reports that the keyname at `span` is in no table of TOSCA 2.0, but accepted.
pub(crate) fn new(span: Span, name: &str, entity: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("`{name}` is not a TOSCA 2.0 keyname of {}", with_article(entity)))
        .label("accepted here; other tools may reject it")
        .help(help)
}

//! `hardcoded-secret`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Advice, Diagnostic, quoted};

declare_rule!("T0848", "hardcoded-secret", Warning, "B");

const LABEL: &str = "visible to every reader of the file";

/// Reports that the value at `span` looks like a secret; `name` is what it is assigned to.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} contains a plain-text secret", quoted(name)))
        .label(LABEL)
        .help(Advice::HideSecret.to_string())
}

/// Reports a private key at `span`.
pub(crate) fn private_key(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "value is a plain-text private key")
        .label(LABEL)
        .help("remove and replace the key, and let the orchestrator store the new one")
}

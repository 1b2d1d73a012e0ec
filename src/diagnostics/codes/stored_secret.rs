//! `stored-secret`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0848", "stored-secret", Warning, "B");

const LABEL: &str = "everyone who reads this file knows it";

/// The value at `span` of something called `name` looks like a secret.
pub(crate) fn found(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the secret {} is written out", quoted(name)))
        .label(LABEL)
        .help("take it from an input without default: `{ $get_input: … }`")
}

/// A private key is written at `span`.
pub(crate) fn private_key(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a private key is written out")
        .label(LABEL)
        .help("remove it, replace the key, and let the orchestrator store the new one")
}

//! `old-scalar-keynames`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1002", "old-scalar-keynames", Warning, "9.1.2.2");

/// Reports that a scalar type at `span` uses a keyname of the draft of June 2024; `help` says what to write.
pub(crate) fn new(span: Span, written: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} comes from an early draft of TOSCA 2.0", quoted(written)))
        .label("accepted")
        .help(help.to_owned())
}

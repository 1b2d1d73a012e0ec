//! `required-version`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0018", "required-version", Error, "");

/// Reports that the version requirement at `span` does not allow the running version.
pub(crate) fn new(span: Span, required: &str, running: &str) -> Diagnostic {
    let message = format!("version {running} of tosca does not satisfy {}", quoted(required));
    Diagnostic::new(&RULE, span, message)
        .label("required here")
        .help(format!("install a version that satisfies {}, or change `required-version`", quoted(required)))
}

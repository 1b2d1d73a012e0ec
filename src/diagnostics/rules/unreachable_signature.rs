//! `unreachable-signature`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0722", "unreachable-signature", Warning, "10.4", needs [Definitions, Section("functions"), Section("imports")]);

/// Reports that the signature at `span` is never used, because the one at `earlier_span` matches the same
/// arguments.
pub(crate) fn new(span: Span, name: &str, earlier_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("this signature of function {} is never used", quoted(name)))
        .misses([name])
        .label("no arguments are left to match")
        .also(earlier_span, "matches the same arguments first")
        .help("move it before the other signature, or remove it")
}

//! `unknown-template`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_rule!("T0406", "unknown-template", Error, "6.9", needs [Definitions, Service]);

/// Reports that the service template has no `expected` with the name at `span`.
pub(crate) fn new(span: Span, expected: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown {expected} {}", quoted(name))).misses([name])
        .label(format!("not in this {SERVICE_TEMPLATE}"))
}

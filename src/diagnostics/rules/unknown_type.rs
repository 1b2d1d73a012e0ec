//! `unknown-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0401", "unknown-type", Error, "6.8.4", needs [Definitions, Kinds]);

/// Reports that no type of `kind` has the name at `span`.
pub(crate) fn new(span: Span, kind: &str, name: &str, label: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown {kind} {}", quoted(name))).misses([name]).label(label).help_opt(help)
}

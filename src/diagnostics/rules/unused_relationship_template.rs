//! `unused-relationship-template`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0827", "unused-relationship-template", Warning, "6.9.4", needs [Uses]);

/// Reports that no requirement uses the relationship template `name`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("relationship template {} is not used", quoted(name)))
        .misses([name])
        .label("no requirement uses this")
        .help(format!(
            "add {} to a requirement assignment, or remove the template",
            quoted(&format!("relationship: {name}"))
        ))
}

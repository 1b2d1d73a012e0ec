//! `repeated-assignment`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0821", "repeated-assignment", Warning, "8.5.2");

/// Reports that the assignment of `name` at `span` has the same target as the one at `first_span`.
pub(crate) fn new(span: Span, name: &str, target: &str, first_span: Span) -> Diagnostic {
    let message = format!("requirement {} targets {} twice", quoted(name), quoted(target));
    Diagnostic::new(&RULE, span, message)
        .label("duplicate")
        .also(first_span, "first assigned here")
        .help("remove one of them, or use another node or capability")
}

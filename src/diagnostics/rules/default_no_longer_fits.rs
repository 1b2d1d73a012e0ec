//! `default-no-longer-fits`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0612", "default-no-longer-fits", Error, "9.4");

/// Reports that the inherited default of `what`, at `default_span`, is not valid for the refinement at
/// `span`.
pub(crate) fn new(span: Span, what: &str, default: &str, default_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the inherited default of {what} is no longer valid"))
        .label(format!("excludes {}", quoted(default)))
        .also(default_span, "inherited default")
        .help("add a `default` that is valid here, or widen the refinement")
}

//! `misplaced-xml-element`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1205", "misplaced-xml-element", Error, "");

/// Reports that the element `name` comes after `other`, which must follow it.
pub(crate) fn late(span: Span, name: &str, other_span: Span, other: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} must come before {}", quoted(name), quoted(other)));
    diagnostic.also(other_span, "this comes first").help(format!("move it before {}", quoted(other)))
}

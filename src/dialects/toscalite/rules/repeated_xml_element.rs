//! `repeated-xml-element`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1262", "repeated-xml-element", Error, "");

/// Reports that the element `name` at `span` is in `outer` again; the first one is at `first_span`.
pub(crate) fn new(span: Span, name: &str, outer: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("repeated element {} in {}", quoted(name), quoted(outer)))
        .label("repeated")
        .also(first_span, "first one, which counts")
        .help(format!("write a single {}", quoted(name)))
}

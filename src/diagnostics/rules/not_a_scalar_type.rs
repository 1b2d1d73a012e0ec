//! `not-a-scalar-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0518", "not-a-scalar-type", Error, "9.1.2.2");

/// Reports that `keyname` at `span` is in a data type that is not derived from `scalar`.
pub(crate) fn new(span: Span, keyname: &str, name: &str, parent_span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("data type {} cannot have {}: not a scalar type", quoted(name), quoted(keyname)));
    match parent_span {
        Some(parent_span) => diagnostic
            .also(parent_span, "does not derive from `scalar`")
            .help(format!("write `derived_from: scalar`, or remove `{keyname}`")),
        None => diagnostic.help(format!("add `derived_from: scalar`, or remove `{keyname}`")),
    }
}

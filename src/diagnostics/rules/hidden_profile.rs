//! `hidden-profile`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0315", "hidden-profile", Info, "6.7.1");

/// Reports that the profile imported at `span` is found at two levels of the search order; the one at
/// `used_span` is used.
pub(crate) fn new(span: Span, name: &str, used_span: Span, shadowed_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("profile {} is declared in two locations", quoted(name)))
        .also(used_span, "this one is used")
        .also(shadowed_span, "this one is shadowed")
        .help("rename one of them if this is not intended")
}

//! `type-not-allowed`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, keyname, quoted};

declare_rule!("T0507", "type-not-allowed", Error, "6.4.2");

/// Reports that the list `list` at `list_span` does not allow the type `name` at `span`.
pub(crate) fn new(span: Span, name: &str, list: &str, list_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not allowed by the inherited {}", quoted(name), keyname(list)))
        .label("neither listed nor derived")
        .also(list_span, "inherited list")
        .help("use a type of the inherited list, or a type derived from one of them")
}

/// Reports that the list `list` at `list_span`, of the type that is named at `span`, does not allow the type
/// `name`, which an earlier refinement lists at `entry_span`.
pub(crate) fn refined(span: Span, name: &str, list: &str, entry_span: Span, list_span: Span) -> Diagnostic {
    let message = format!("the inherited {} is not within that of the new type", keyname(list));
    Diagnostic::new(&RULE, span, message)
        .label(format!("does not allow {}", quoted(name)))
        .also(entry_span, "inherited entry")
        .also(list_span, "list of the new type")
        .help(format!("give a {} that is within the list of the new type, or use another type", keyname(list)))
}

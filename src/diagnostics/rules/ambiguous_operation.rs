//! `ambiguous-operation`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0926", "ambiguous-operation", Error, "13.2.3.3");

/// Reports that `name` at `span` does not have the form `interface.operation`.
pub(crate) fn new(span: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} does not name an interface and an operation", quoted(name)))
        .label("not of the form `interface.operation`");
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help("write an interface of the target, a dot, and one of its operations"),
    }
}

/// Reports that the event `name` at `span` has the name of a notification, or almost, but not that of its interface.
pub(crate) fn event(span: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let message = format!("event {} does not name an interface and a notification", quoted(name));
    let diagnostic = Diagnostic::new(&RULE, span, message).at_level(Level::Warning).label("interpreted as another event")
        .in_clause("16.5");
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help("write an interface of the target, a dot, and one of its notifications"),
    }
}

/// Reports that `name` at `span` can be split in two ways; `first` and `second` have the interface and the
/// definition of the operation.
pub(crate) fn ambiguous(span: Span, name: &str, first: (&str, Span), second: (&str, Span)) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is ambiguous", quoted(name)))
        .label("names may contain dots")
        .also(first.1, format!("operation of interface {}", quoted(first.0)))
        .also(second.1, format!("operation of interface {}", quoted(second.0)))
        .help("rename one of the interfaces or operations to a name that has no dot")
}

//! `arguments-not-a-list`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Actual, Diagnostic, function, quoted};

declare_rule!("T0705", "arguments-not-a-list", Error, "10.1");

/// Reports that the function `name`, which takes several arguments, has a single one at `span` that is `actual`, not
/// a list; `list` is what to write.
pub(crate) fn with_missing(span: Span, name: &str, actual: Actual<'_>, list: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("the arguments of {} must be a list, not {actual}", function(name)))
        .label("expected a list");
    if list.contains('…') {
        return diagnostic.help(format!("write a list, and add an argument: {}", quoted(list)));
    }
    diagnostic.help(format!("write a list: {}", quoted(list))).fix("write a list", span, list)
}

/// Reports that the arguments of `name` at `span` are `actual`, not a list; `wrapped` is the list to write.
pub(crate) fn new(span: Span, name: &str, actual: Actual<'_>, wrapped: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("the arguments of {} must be a list, not {actual}", function(name)))
        .label("expected a list");
    match wrapped {
        Some(wrapped) => diagnostic
            .help(format!("write a list: {}", quoted(wrapped)))
            .fix("write a list", span, wrapped),
        None => diagnostic.help("wrap the arguments in a list: `[ … ]`"),
    }
}

/// Reports that the arguments of `name` at `span` have names; `list` is the list to write.
pub(crate) fn named(span: Span, name: &str, list: Option<&str>) -> Diagnostic {
    let message = format!("the arguments of {} must be a list, not a map", function(name));
    let diagnostic = Diagnostic::new(&RULE, span, message).label("arguments have no names");
    match list {
        Some(list) => diagnostic
            .help(format!("write the arguments in the order of the signature: {}", quoted(list)))
            .unsafe_fix("write a list", span, list),
        None => diagnostic.help("write a list of the arguments, in the order of the signature"),
    }
}

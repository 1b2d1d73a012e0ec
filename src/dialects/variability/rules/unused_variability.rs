//! `unused-variability`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted, with_article};

declare_rule!("T1128", "unused-variability", Warning, "");

/// Reports that no `element` has the type `name`, which is a `what` with conditions; it may be the type of one of several
/// in a list.
pub(crate) fn of_type(
    span: Span,
    (what, name): (&str, &str),
    element: &str,
    is_in_list: bool,
    suggestion: Option<&str>,
) -> Diagnostic {
    let message = format!("the conditions of {what} {} affect no variant", quoted(name));
    let diagnostic = Diagnostic::new(&RULE, span, message).label(format!("no {element} has this type"));
    match suggestion {
        _ if is_in_list => diagnostic.help(format!("move the conditions to the {element}")).note(
            "a node template with several types in a list has no conditions of its types",
        ),
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => {
            let element = with_article(element);
            diagnostic.help(format!("use the type of {element} as it is written there, or remove it"))
        }
    }
}

/// Reports that no condition uses `name`, which is a `what`.
pub(crate) fn new(span: Span, what: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} {} affects no variant", quoted(name)))
        .label("not used in any condition")
        .help("use it in a condition, or remove it")
}

//! `several-defaults`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1134", "several-defaults", Error, "");

/// Reports a second default alternative among the requirement assignments `name` of the node template `owner`.
pub(crate) fn new(span: Span, name: &str, owner: &str, first: Span) -> Diagnostic {
    let message = format!("{} of {} has several default alternatives", quoted(name), quoted(owner));
    Diagnostic::new(&RULE, span, message)
        .label("second default alternative")
        .also(first, "first default alternative")
        .help("replace `default_alternative` by `conditions` at all but one of them")
}

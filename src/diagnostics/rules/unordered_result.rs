//! `unordered-result`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::LENGTH;

declare_rule!("T0721", "unordered-result", Warning, "10.2.4");

/// Reports that the function `name` depends on the order of a list, but the result of `set` at `span` has no
/// fixed order.
pub(crate) fn new(span: Span, set: &str, name: &str) -> Diagnostic {
    let (set, function) = (quoted(set), quoted(&format!("${name}")));
    Diagnostic::new(&RULE, span, format!("the result of {set} has no fixed order, but {function} depends on the order"))
        .label("entries can be in any order")
        .help(format!("compare sets with `$has_all_entries`, and their sizes with {LENGTH}"))
}

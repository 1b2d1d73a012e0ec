//! `repeated-assignment`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0821", "repeated-assignment", Warning, "8.5.2");

/// Reports that the assignment of `name` at `span` has the same target as the one at `first_span`. If it is more than
/// the requirement allows, `range` is where that is defined.
pub(crate) fn new(span: Span, name: &str, target: &str, first_span: Span, range: Option<Span>) -> Diagnostic {
    let message = format!("requirement {} targets {} twice", quoted(name), quoted(target));
    let diagnostic =
        Diagnostic::new(&RULE, span, message).label("duplicate").also(first_span, "first assigned here");
    match range {
        Some(range) => {
            diagnostic.at_level(Level::Error).also(range, "not allowed by this range").help("remove one of them")
        }
        None => diagnostic.help("remove one of them, or use another node or capability"),
    }
}

//! `invalid-count-range`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::COUNT_RANGE;

declare_rule!("T0218", "invalid-count-range", Error, "8.4");

/// Reports that the range or bound at `span` is invalid.
///
/// `meant` is the range that is meant, if that is certain.
pub(crate) fn new(span: Span, problem: &str, meant: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("invalid {COUNT_RANGE}: {problem}"));
    match meant {
        Some(range) => {
            let text = format!("write `{range}`");
            diagnostic.help(text.clone()).fix(text, span, range)
        }
        None => diagnostic.help("use two bounds: `[0, 1]`, `[1, 1]` or `[1, UNBOUNDED]`"),
    }
}

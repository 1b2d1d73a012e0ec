//! `ambiguous-scalar`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T9005", "ambiguous-scalar", Warning, "5.3.1");

/// Reports that readers of YAML 1.1 interpret the plain scalar `text` as `value`. If `is_string`, it is a string, else
/// an integer with leading zeros.
pub(crate) fn new(span: Span, text: &str, value: &str, is_string: bool) -> Diagnostic {
    let message = format!("readers of YAML 1.1 interpret {} as {}", quoted(text), quoted(value));
    let diagnostic = Diagnostic::new(&RULE, span, message);
    if is_string {
        let quotes = format!("\"{text}\"");
        return diagnostic
            .label("a string in YAML 1.2")
            .help(format!("write {}", quoted(&quotes)))
            .fix("quote the string", span, quotes);
    }
    let decimal = text.trim_start_matches('+').trim_start_matches('0');
    diagnostic.label("a decimal number in YAML 1.2").help(format!(
        "write {} for the decimal number, or {} for a string",
        quoted(decimal),
        quoted(&format!("\"{text}\""))
    ))
}

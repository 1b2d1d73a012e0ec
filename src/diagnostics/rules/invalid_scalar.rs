//! `invalid-scalar`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0605", "invalid-scalar", Error, "9.1.2.2", leaves [Value]);

/// Reports that the text at `span` is not a scalar; `reason` says why.
pub(crate) fn new(span: Span, text: &str, reason: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not a valid scalar", quoted(text))).label(reason).help(help)
}

/// Reports that there is no space between number and unit.
pub(crate) fn no_space(span: Span, text: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("missing space between number and unit in {}", quoted(text)))
        .at_level(crate::diagnostics::Level::Warning);
    let is_number = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-' | '+');
    match text.find(|letter| !is_number(letter)) {
        Some(index) if index > 0 => {
            let written = format!("{} {}", &text[..index], &text[index..]);
            let help = format!("write {}", quoted(&written));
            diagnostic.help(help.clone()).fix(help, span, written)
        }
        _ => diagnostic.help("add a space before the unit"),
    }
}

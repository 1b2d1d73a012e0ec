//! `invisible-character`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0118", "invisible-character", Error, "5.3.1");

/// Reports the invisible character `letter` in the text at `span`, which is read as `seen`, and `others` in the file.
pub(crate) fn new(span: Span, seen: &str, letter: char, others: usize, are_prose: bool) -> Diagnostic {
    let name = match letter {
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero width space",
        '\u{200c}' => "zero width non-joiner",
        '\u{200d}' => "zero width joiner",
        '\u{2060}' => "word joiner",
        '\u{2061}'..='\u{2064}' => "mathematical operator",
        _ => "mark of the direction of text",
    };
    let code = u32::from(letter);
    let message = format!("{} contains an invisible character: a {name} (U+{code:04X})", quoted(seen));
    let diagnostic = Diagnostic::new(&RULE, span, message)
        .at_level(if are_prose { Level::Warning } else { RULE.level })
        .help("remove it");
    match others {
        0 => diagnostic,
        1 => diagnostic.note("1 more such character is in the file"),
        _ => diagnostic.note(format!("{others} more such characters are in the file")),
    }
}

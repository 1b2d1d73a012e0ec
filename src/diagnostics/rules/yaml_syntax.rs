//! `yaml-syntax`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0101", "yaml-syntax", Error, "5.3.1", needs [Indentation], leaves [Lines]);

/// Reports malformed YAML at `span`.
pub(crate) fn new(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("malformed YAML: {message}")).label("parsing stopped here")
}

/// Reports that the file is not parsed from `span` on, after more than `errors` syntax errors.
pub(crate) fn too_many(span: Span, errors: usize) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("malformed YAML: more than {errors} syntax errors"))
        .label("parsing stopped here")
        .help("fix the errors above first")
}

/// Reports a missing space, or a missing colon and space, after the key `name`, at `span` with the bracket after it.
/// `value` is the value that starts with the bracket.
pub(crate) fn glued(span: Span, name: &str, value: &str, has_colon: bool) -> Diagnostic {
    let message = if has_colon {
        "missing space after `:`".to_owned()
    } else {
        format!("missing `:` after {}", quoted(name))
    };
    Diagnostic::new(&RULE, span, message)
        .label("interpreted as a part of the key")
        .help(format!("write {}", quoted(&format!("{name}: {value}"))))
}

/// Reports a block scalar at `span` inside brackets.
pub(crate) fn block_in_brackets(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "malformed YAML: block scalar inside `[…]` or `{…}`")
        .label("`|` and `>` are not allowed here")
        .help("quote the text, or write the map or list without brackets")
}

/// Reports a character at `span` that looks like a space; `others` more of them are in the file.
pub(crate) fn foreign_space(span: Span, letter: char, others: usize) -> Diagnostic {
    let name = match letter {
        '\u{a0}' => "no-break space",
        '\u{200b}' => "zero width space",
        '\u{202f}' => "narrow no-break space",
        '\u{3000}' => "ideographic space",
        _ => "typographic space",
    };
    let code = u32::from(letter);
    let message = format!("malformed YAML: this is a {name} (U+{code:04X}), which is text");
    let diagnostic = Diagnostic::new(&RULE, span, message)
        .label("neither indents nor separates")
        .help("write spaces");
    match others {
        0 => diagnostic,
        1 => diagnostic.note("1 more such character is in the file"),
        _ => diagnostic.note(format!("{others} more such characters are in the file")),
    }
}

/// Reports a comment at `span` that starts with `mark`, and what YAML writes; `others` more lines are like this.
pub(crate) fn foreign_comment(span: Span, mark: &str, comment: &str, others: usize) -> Diagnostic {
    let message = format!("malformed YAML: a comment starts with `#`, not with {}", quoted(mark));
    let diagnostic = Diagnostic::new(&RULE, span, message)
        .label("interpreted as text")
        .help(format!("write {}", quoted(comment)));
    match others {
        0 => diagnostic,
        1 => diagnostic.note("1 more line is such a comment"),
        _ => diagnostic.note(format!("{others} more lines are such comments")),
    }
}

/// Reports that a file is a template of another language, as the line at `span` shows.
pub(crate) fn template(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "malformed YAML: the file is a template of another language")
        .label("line for a template engine")
        .help("check the file that the template engine makes of it")
}

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

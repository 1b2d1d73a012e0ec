//! `yaml-syntax`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0101", "yaml-syntax", Error, "5.3.1");

/// Malformed YAML at `span`, as `message` says.
pub(crate) fn found(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("malformed YAML: {message}")).label("reading stops here")
}

/// So many errors were told that the file is not read from `span` on.
pub(crate) fn too_many(span: Span, errors: usize) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("malformed YAML: more than {errors} syntax errors"))
        .label("the file is not read from here on")
        .help("mend the errors above first")
}

/// A block scalar at `span` inside brackets.
pub(crate) fn block_in_brackets(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "malformed YAML: a block of text inside `[…]` or `{…}`")
        .label("`|` and `>` cannot be used between brackets")
        .help("write the text in quotes, or the map or list without brackets")
}

//! `path-word-as-name`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0728", "path-word-as-name", Warning, "10.3");

/// `word` at `span` is both a word of the path language and a `kind`; interpreted as a `name`.
pub(crate) fn in_path(span: Span, word: &str, kind: &str, name: bool) -> Diagnostic {
    let (read, other) = if name { (kind, "a step of the path") } else { ("step", "a name") };
    Diagnostic::new(&CODE, span, format!("{} is ambiguous: also {other}", quoted(word)))
        .label(format!("interpreted as {}", crate::diagnostics::with_article(read)))
        .help(format!("rename the {kind}"))
}

/// The `kind` called `word`, defined at `span`, cannot be named in paths.
pub(crate) fn definition(span: Span, kind: &str, word: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is reserved in TOSCA paths", quoted(word)))
        .label(format!("paths cannot refer to this {kind}"))
        .help(format!("rename the {kind}"))
}

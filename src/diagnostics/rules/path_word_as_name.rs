//! `path-word-as-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0728", "path-word-as-name", Warning, "10.3");

/// Reports that `word` at `span` is both a word of the path language and a `kind`. It is interpreted as a
/// name if `is_name`.
pub(crate) fn in_path(span: Span, word: &str, kind: &str, is_name: bool) -> Diagnostic {
    let (interpreted, alternative) = if is_name { (kind, "a step of the path") } else { ("step", "a name") };
    Diagnostic::new(&RULE, span, format!("{} is ambiguous: also {alternative}", quoted(word)))
        .label(format!("interpreted as {}", crate::diagnostics::with_article(interpreted)))
        .help(format!("rename the {kind}"))
}

/// Reports that paths cannot name the `kind` named `word`, defined at `span`.
pub(crate) fn definition(span: Span, kind: &str, word: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is reserved in TOSCA paths", quoted(word)))
        .label(format!("paths cannot refer to this {kind}"))
        .help(format!("rename the {kind}"))
}

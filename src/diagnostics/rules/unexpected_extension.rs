//! `unexpected-extension`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted};

declare_rule!("T0846", "unexpected-extension", Warning, "12.1");

/// Reports that the `file` at `span` has none of the `extensions` that its artifact type `ty` lists at
/// `list_span`.
pub(crate) fn new(span: Span, file: &str, ty: &str, extensions: &[&str], list_span: Span) -> Diagnostic {
    let shown: Vec<String> = extensions.iter().take(6).map(|extension| format!("`.{extension}`")).collect();
    Diagnostic::new(&RULE, span, format!("{} has the wrong extension for artifact type {}", quoted(file), quoted(ty)))
        .label(format!("expected {}", list(&shown, "or")))
        .also(list_span, "extensions of the type")
        .help("use another file, or change the type of the artifact")
}

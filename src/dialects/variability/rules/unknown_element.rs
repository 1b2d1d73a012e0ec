//! `unknown-element`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1107", "unknown-element", Error, "");

/// Adds the suggestion with a fix, or else the `fallback`.
fn add_help(diagnostic: Diagnostic, span: Span, suggestion: Option<&str>, fallback: &str) -> Diagnostic {
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help(fallback),
    }
}

/// Reports that no node template has the name at `span`; `same_named` is an element of another kind with that
/// name.
pub(crate) fn node(span: Span, name: &str, suggestion: Option<&str>, same_named: Option<(&str, Span)>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown node template {}", quoted(name)));
    match same_named {
        Some((kind, same_named_span)) => diagnostic
            .also(same_named_span, format!("{} of this name", crate::diagnostics::with_article(kind)))
            .help("use a node template or requirement assignment; other elements cannot be tested"),
        None => add_help(diagnostic, span, suggestion, "use a node template of this file"),
    }
}

/// Reports that there is no element of a kind with the name at `span`.
pub(crate) fn of_kind(span: Span, kind: &str, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown {kind} {}", quoted(name)));
    let help = format!("use {} of this file", crate::diagnostics::with_article(kind));
    add_help(diagnostic, span, suggestion, &help)
}

/// Reports that the node template `owner` has no requirement assignment with the name at `span`.
pub(crate) fn relation(span: Span, name: &str, owner: &str, suggestion: Option<&str>) -> Diagnostic {
    let message = format!("node template {} assigns no requirement {}", quoted(owner), quoted(name));
    add_help(Diagnostic::new(&RULE, span, message), span, suggestion, "assign it, or use another requirement")
}

/// Reports that the node template `owner` has no assignment of a kind with the name or index at `span`.
pub(crate) fn part(span: Span, written: &str, kind: &str, owner: &str, suggestion: Option<&str>) -> Diagnostic {
    let message = format!("node template {} has no {kind} {}", quoted(owner), quoted(written));
    let help = format!("use {} that the node template assigns, or its index", crate::diagnostics::with_article(kind));
    add_help(Diagnostic::new(&RULE, span, message), span, suggestion, &help)
}

/// Reports that the node template `owner` has only `count` requirement assignments, and so none with the
/// index at `span`.
pub(crate) fn index(span: Span, written: &str, owner: &str, count: u32) -> Diagnostic {
    let message =
        format!("node template {} has no requirement assignment with the index {}", quoted(owner), quoted(written));
    let diagnostic = Diagnostic::new(&RULE, span, message);
    match count {
        0 => diagnostic.help("use another node template; this one has no requirement assignments"),
        1 => diagnostic.help("use index 0, the only one"),
        count => diagnostic.help(format!("use an index from 0 to {}", count - 1)),
    }
}

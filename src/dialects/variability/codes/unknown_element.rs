//! `unknown-element`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1107", "unknown-element", Error, "");

fn near_help(diagnostic: Diagnostic, span: Span, near: Option<&str>, otherwise: &str) -> Diagnostic {
    match near {
        Some(near) => diagnostic.help(format!("did you mean {}?", quoted(near))).fix(
            format!("write {}", quoted(near)),
            span,
            near,
        ),
        None => diagnostic.help(otherwise),
    }
}

/// No node template has the name at `span`; `other` is an element of another kind that has it.
pub(crate) fn node(span: Span, name: &str, near: Option<&str>, other: Option<(&str, Span)>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown node template {}", quoted(name)));
    match other {
        Some((kind, place)) => diagnostic
            .also(place, format!("{} of this name", crate::diagnostics::with_article(kind)))
            .help("use a node template or requirement assignment; other elements cannot be tested"),
        None => near_help(diagnostic, span, near, "use a node template of this file"),
    }
}

/// The node template `holder` has no requirement assignment of the name at `span`.
pub(crate) fn relation(span: Span, name: &str, holder: &str, near: Option<&str>) -> Diagnostic {
    let message = format!("node template {} assigns no requirement {}", quoted(holder), quoted(name));
    near_help(Diagnostic::new(&CODE, span, message), span, near, "assign it, or use another requirement")
}

/// The node template `holder` has `count` requirement assignments, none at the index at `span`.
pub(crate) fn index(span: Span, written: &str, holder: &str, count: u32) -> Diagnostic {
    let message =
        format!("node template {} has no requirement assignment with the index {}", quoted(holder), quoted(written));
    let diagnostic = Diagnostic::new(&CODE, span, message);
    match count {
        0 => diagnostic.help("use another node template; this one has no requirement assignments"),
        1 => diagnostic.help("use index 0, the only one"),
        count => diagnostic.help(format!("use an index from 0 to {}", count - 1)),
    }
}

//! `unknown-path-step`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0724", "unknown-path-step", Error, "10.3");

/// The word at `span` is not a step from a `noun`.
pub(crate) fn not_here(span: Span, word: &str, noun: &str) -> Diagnostic {
    let help = match noun {
        "node" => "continue with `RELATIONSHIP, <requirement>` or `CAPABILITY, <capability>`",
        "relationship" => "continue with `SOURCE`, `TARGET` or `CAPABILITY`",
        _ => "continue with `RELATIONSHIP`, or with the name of a property of the capability",
    };
    Diagnostic::new(&CODE, span, format!("{} cannot follow a {noun}", quoted(word)))
        .label(format!("the path is at a {noun} here"))
        .help(help)
}

/// The path ends at `span` without the name of what is read.
pub(crate) fn incomplete(span: Span, kind: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the path ends without the name of {} to read", article(kind)))
        .label("end of the path")
        .help(format!("add the name of {} at the end", article(kind)))
}

/// After `word` the name of a `what` is missing; `span` is the word or what follows it instead.
pub(crate) fn nameless(span: Span, word: &str, what: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} needs the name of a {what}", quoted(word)))
        .label(format!("expected the name of a {what}"))
        .help(format!("write `{word}, <{what}>`"))
}

/// The number at `span` is where a name is needed.
pub(crate) fn number(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "unexpected number in the path")
        .label("expected a name or a step")
        .help("use an index only after a node template, `RELATIONSHIP, <requirement>`, or the `RELATIONSHIP` of a capability")
}

/// The name at `span` follows the `RELATIONSHIP` of a capability.
pub(crate) fn incoming_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} cannot follow the `RELATIONSHIP` of a capability", quoted(name)))
        .label("incoming relationships have no names here")
        .help("use an index or `ALL` instead, or remove the name")
}

/// What is read at `span` belongs to a capability, but the path ends at a `noun`.
pub(crate) fn no_capability(span: Span, noun: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the path ends at a {noun}, not at a capability"))
        .label("only capabilities have allocations")
        .help(if noun == "node" {
            "insert `CAPABILITY, <capability>` before the property"
        } else {
            "insert `CAPABILITY` before the property"
        })
}

/// What is read at `span` belongs to a node, but the path ends at a `noun`.
pub(crate) fn no_node(span: Span, noun: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the path ends at a {noun}, not at a node"))
        .label("only nodes have artifacts")
        .help(if noun == "relationship" {
            "insert `SOURCE` or `TARGET` before the artifact"
        } else {
            "end the path at the node"
        })
}

fn article(kind: &str) -> String {
    crate::diagnostics::with_article(kind)
}

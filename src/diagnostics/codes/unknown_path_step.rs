//! `unknown-path-step`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0724", "unknown-path-step", Error, "10.3");

/// The word at `span` is no step from a `noun`.
pub(crate) fn not_here(span: Span, word: &str, noun: &str) -> Diagnostic {
    let help = match noun {
        "node" => "from a node, go on with `RELATIONSHIP, <requirement>` or `CAPABILITY, <capability>`",
        "relationship" => "from a relationship, go on with `SOURCE`, `TARGET` or `CAPABILITY`",
        _ => "from a capability, go on with `RELATIONSHIP`, or name a property of it",
    };
    Diagnostic::new(&CODE, span, format!("{} does not lead on from a {noun}", quoted(word)))
        .label(format!("the path has reached a {noun}"))
        .help(help)
}

/// The path ends at `span` without the name of what is read.
pub(crate) fn incomplete(span: Span, kind: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the path ends without the name of {} to read", article(kind)))
        .label("nothing follows")
        .help(format!("add the name of {} at the end", article(kind)))
}

/// Behind `word` the name of a `what` is missing; `span` is the word or what stands there instead.
pub(crate) fn nameless(span: Span, word: &str, what: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} needs the name of a {what}", quoted(word)))
        .label(format!("expected the name of a {what}"))
        .help(format!("write `{word}, <{what}>`"))
}

/// The number at `span` stands where a name is needed.
pub(crate) fn number(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a number cannot stand here")
        .label("expected a name or a step")
        .help("an index follows a node template, `RELATIONSHIP, <requirement>`, or the `RELATIONSHIP` of a capability")
}

/// The name at `span` follows the `RELATIONSHIP` of a capability.
pub(crate) fn incoming_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} cannot stand behind the `RELATIONSHIP` of a capability", quoted(name)))
        .label("relationships that come in have no name here")
        .help("write an index or `ALL` in its place, or remove it")
}

/// What is read at `span` belongs to a capability, but the path ends at a `noun`.
pub(crate) fn no_capability(span: Span, noun: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the path ends at a {noun}, not at a capability"))
        .label("only capabilities have something to allocate")
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

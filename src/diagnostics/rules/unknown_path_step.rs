//! `unknown-path-step`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, examples, quoted, with_article};

declare_rule!("T0724", "unknown-path-step", Error, "10.3");

/// Reports that the word at `span` is not a step from a `noun`.
pub(crate) fn misplaced_word(span: Span, word: &str, noun: &str) -> Diagnostic {
    let help = match noun {
        "node" => "continue with `RELATIONSHIP, <requirement>` or `CAPABILITY, <capability>`",
        "relationship" => "continue with `SOURCE`, `TARGET` or `CAPABILITY`",
        _ => "continue with `RELATIONSHIP`, or with the name of a property of the capability",
    };
    Diagnostic::new(&RULE, span, format!("{} cannot follow a {noun}", quoted(word)))
        .label(format!("the path is at a {noun} here"))
        .help(help)
}

/// Reports that the path ends at `span` without the name of the `kind` to read, which can be one of `names`.
pub(crate) fn incomplete(span: Span, kind: &str, names: &[&str]) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the path ends without the name of {} to read", with_article(kind)))
        .label("end of the path")
        .help(format!("add the name of {} at the end{}", with_article(kind), examples(names.iter().copied(), names.len())))
}

/// Reports that the name of a `what` is missing after `word`; `span` is the word or the item after it.
pub(crate) fn missing_name(span: Span, word: &str, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} needs the name of a {what}", quoted(word)))
        .label(format!("expected the name of a {what}"))
        .help(format!("write `{word}, <{what}>`"))
}

/// Reports that there is a number at `span`, where a name is expected.
pub(crate) fn number(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "unexpected number in the path")
        .label("expected a name or a step")
        .help("use an index only after a node template, `RELATIONSHIP, <requirement>`, or the `RELATIONSHIP` of a capability")
}

/// Reports that the name at `span` follows the `RELATIONSHIP` of a capability.
pub(crate) fn incoming_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} cannot follow the `RELATIONSHIP` of a capability", quoted(name)))
        .label("incoming relationships have no names here")
        .help("use an index or `ALL` instead, or remove the name")
}

/// Reports that the path ends at a `noun`, but the property read at `span` belongs to a capability.
pub(crate) fn not_a_capability(span: Span, noun: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the path ends at a {noun}, not at a capability"))
        .label("only capabilities have allocations")
        .help(if noun == "node" {
            "insert `CAPABILITY, <capability>` before the property"
        } else {
            "insert `CAPABILITY` before the property"
        })
}

/// Reports that the path ends at a `noun`, but the artifact read at `span` belongs to a node.
pub(crate) fn not_a_node(span: Span, noun: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the path ends at a {noun}, not at a node"))
        .label("only nodes have artifacts")
        .help(if noun == "relationship" {
            "insert `SOURCE` or `TARGET` before the artifact"
        } else {
            "end the path at the node"
        })
}

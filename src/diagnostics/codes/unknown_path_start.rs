//! `unknown-path-start`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;
use crate::diagnostics::Advice;

declare_code!("T0723", "unknown-path-start", Error, "10.3");

/// The path at `span` starts with `name`, which is not a node template; `in_template` where some could be named.
pub(crate) fn new(span: Span, name: &str, in_template: bool, near: Option<&str>) -> Diagnostic {
    if !in_template {
        return Diagnostic::new(&CODE, span, format!("a path cannot start with {} here", quoted(name)))
            .label("types cannot refer to node templates")
            .help(match near {
                Some(near) => format!("did you mean {}?", quoted(near)),
                None => Advice::StartPath.to_string(),
            });
    }
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown node template {}", quoted(name)))
        .label(format!("not in this {SERVICE_TEMPLATE}"));
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => diagnostic.help("start the path with the name of a node template, or with `SELF`"),
    }
}

/// The path at `span` starts with a word of TOSCA 1.x.
pub(crate) fn old_word(span: Span, word: &str, in_relationship: bool) -> Diagnostic {
    let help = match (word, in_relationship) {
        ("HOST", true) => "write `SELF, SOURCE, RELATIONSHIP, host, TARGET`".to_owned(),
        ("HOST", false) => "write `SELF, RELATIONSHIP, host, TARGET`".to_owned(),
        (_, true) => format!("write `SELF, {word}`"),
        (_, false) => {
            "write `SELF, RELATIONSHIP, <requirement>, TARGET` to reach the target node"
                .to_owned()
        }
    };
    Diagnostic::new(&CODE, span, format!("a path cannot start with {}", quoted(word)))
        .label("expected `SELF` or a node template")
        .help(help)
}

/// The path at `span` starts with `name`, which is `what`; `old` paths have no words.
pub(crate) fn own_member(
    span: Span,
    name: &str,
    what: &str,
    (in_relationship, old): (bool, bool),
    more: bool,
) -> Diagnostic {
    let source = in_relationship && what.ends_with("source node");
    let insert = match (source, what.starts_with("a requirement"), what.starts_with("a capability")) {
        (true, ..) if old => "SOURCE",
        (true, ..) => "SELF, SOURCE",
        _ if old => "SELF",
        (_, true, _) => "SELF, RELATIONSHIP",
        (_, _, true) => "SELF, CAPABILITY",
        _ => "SELF",
    };
    let behind = if more { ", …" } else { "" };
    Diagnostic::new(&CODE, span, format!("a path cannot start with {}", quoted(name)))
        .label(format!("{what}, not a node template"))
        .help(format!("insert `{insert}`: `[ {insert}, {name}{behind} ]`"))
}

/// The path at `span` starts with `HOST`, `SOURCE` or `TARGET`, where there is no such entity.
pub(crate) fn no_relationship(span: Span, word: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{} is not available here", quoted(word)));
    if word == "HOST" {
        diagnostic
            .label("not inside a node or relationship")
            .help("start the path with the name of a node template")
    } else {
        diagnostic
            .label("not inside a relationship")
            .help("start with `SELF` or the name of a node template; only relationships have a source and a target")
    }
}

/// The path at `span` starts with `HOST`, but no host has the `kind` `name`, or there is no host at all.
pub(crate) fn no_host(span: Span, kind: &str, name: &str, none: bool) -> Diagnostic {
    let message = if none {
        "`HOST` has no target: the node has no host".to_owned()
    } else {
        format!("no host has {} {}", crate::diagnostics::with_article(kind), quoted(name))
    };
    Diagnostic::new(&CODE, span, message)
        .label("searches the hosts of this node in turn")
        .help("start the path with the name of a node template")
}

/// The path at `span` starts with a number.
pub(crate) fn number(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a path cannot start with a number")
        .label("expected a name")
        .help("start the path with the name of a node template, or with `SELF`")
}

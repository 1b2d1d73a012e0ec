//! `unknown-path-start`: see the page.

use std::fmt;

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;
use crate::diagnostics::Advice;

declare_rule!("T0723", "unknown-path-start", Error, "10.3");

/// A member of the entity that `SELF` refers to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SelfMember {
    /// A property or attribute of the source node of a relationship.
    SourceField,
    /// A property of the entity.
    Property,
    /// An attribute of the entity.
    Attribute,
    /// A capability of a node.
    Capability,
    /// A requirement of a node.
    Requirement,
}

impl fmt::Display for SelfMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SourceField => "a property or attribute of the source node",
            Self::Property => "a property of this entity",
            Self::Attribute => "an attribute of this entity",
            Self::Capability => "a capability of this node",
            Self::Requirement => "a requirement of this node",
        })
    }
}

/// Reports that the path at `span` starts with `name`, which is not a node template; `in_template` is whether
/// node templates can be named, and `has_self` whether there is a `SELF`.
pub(crate) fn new(
    span: Span,
    name: &str,
    (in_template, has_self): (bool, bool),
    suggestion: Option<&str>,
) -> Diagnostic {
    if !in_template {
        return Diagnostic::new(&RULE, span, format!("a path cannot start with {} here", quoted(name)))
            .label("types cannot refer to node templates")
            .help(match suggestion {
                Some(suggestion) => format!("did you mean {}?", quoted(suggestion)),
                None => Advice::StartPath.to_string(),
            });
    }
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown node template {}", quoted(name)))
        .label(format!("not in this {SERVICE_TEMPLATE}"));
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None if !has_self => diagnostic.help("start the path with the name of a node template"),
        None => diagnostic.help("start the path with the name of a node template, or with `SELF`"),
    }
}

/// Reports that the path at `span` starts with a word of TOSCA 1.x.
pub(crate) fn legacy_word(span: Span, word: &str, in_relationship: bool) -> Diagnostic {
    let help = match (word, in_relationship) {
        ("HOST", true) => "write `SELF, SOURCE, RELATIONSHIP, host, TARGET`".to_owned(),
        ("HOST", false) => "write `SELF, RELATIONSHIP, host, TARGET`".to_owned(),
        (_, true) => format!("write `SELF, {word}`"),
        (_, false) => {
            "write `SELF, RELATIONSHIP, <requirement>, TARGET` to reach the target node"
                .to_owned()
        }
    };
    Diagnostic::new(&RULE, span, format!("a path cannot start with {}", quoted(word)))
        .label("expected `SELF` or a node template")
        .help(help)
}

/// Reports that the path at `span` starts with `name`, a `member` of the entity that `SELF` refers to.
/// `has_more` is whether items follow; paths in legacy syntax have no words.
pub(crate) fn member_without_self(
    span: Span,
    name: &str,
    member: SelfMember,
    is_legacy: bool,
    has_more: bool,
) -> Diagnostic {
    let insert = match member {
        SelfMember::SourceField if is_legacy => "SOURCE",
        SelfMember::SourceField => "SELF, SOURCE",
        _ if is_legacy => "SELF",
        SelfMember::Requirement => "SELF, RELATIONSHIP",
        SelfMember::Capability => "SELF, CAPABILITY",
        SelfMember::Property | SelfMember::Attribute => "SELF",
    };
    let following = if has_more { ", …" } else { "" };
    Diagnostic::new(&RULE, span, format!("a path cannot start with {}", quoted(name)))
        .label(format!("{member}, not a node template"))
        .help(format!("insert `{insert}`: `[ {insert}, {name}{following} ]`"))
}

/// Reports that the path at `span` starts with `HOST`, `SOURCE` or `TARGET`, but there is no such entity.
pub(crate) fn no_relationship(span: Span, word: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} is not available here", quoted(word)));
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

/// Reports that the path at `span` starts with `HOST`, but no host has the `kind` `name`, or there is no host
/// at all.
pub(crate) fn no_host(span: Span, kind: &str, name: &str, has_host: bool) -> Diagnostic {
    let message = if has_host {
        format!("no host has {} {}", crate::diagnostics::with_article(kind), quoted(name))
    } else {
        "`HOST` has no target: the node has no host".to_owned()
    };
    Diagnostic::new(&RULE, span, message)
        .label("searches the hosts of this node in turn")
        .help("start the path with the name of a node template")
}

/// Reports that the path at `span` starts with a number.
pub(crate) fn number(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "a path cannot start with a number")
        .label("expected a name")
        .help("start the path with the name of a node template, or with `SELF`")
}

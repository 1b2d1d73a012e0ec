//! `unknown-in-path`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Alternatives, Diagnostic, Level, plural, quoted};
use crate::diagnostics::text::GET_ATTRIBUTE;

declare_rule!("T0725", "unknown-in-path", Error, "10.2.1.2");

/// Reports that the type `owner`, which the path has reached, has no `kind` named `name`.
pub(crate) fn new(span: Span, kind: &str, name: &str, owner: &str, alternatives: &Alternatives<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name)));
    if alternatives.count == Some(0) {
        return diagnostic.help(format!("define {} in the type, which has no {}", quoted(name), plural(kind)));
    }
    alternatives.add_help(diagnostic, span, kind, &format!("define {} in the type", quoted(name)))
}

/// Reports that the type `owner`, which the path has reached, has no `kind` named `name`, which is intended as a `word`
/// of paths.
pub(crate) fn word(span: Span, kind: &str, name: &str, owner: &str, word: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name))).did_you_mean(word, span)
}

/// Reports that nodes of the type `owner` have no `kind` named `name`, while other nodes that the path reaches
/// have.
pub(crate) fn in_some(span: Span, kind: &str, name: &str, owner: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name)))
        .label("missing in some of the nodes")
        .help(format!("use {} that all of the nodes have", crate::diagnostics::with_article(kind)))
        .at_level(Level::Warning)
}

/// Reports that the type `owner` has no `kind` named `name`, but a related entity has. The last parameter has
/// that entity and the words to insert.
pub(crate) fn in_related_entity(
    span: Span,
    kind: &str,
    name: &str,
    owner: &str,
    (related, insert): (&str, &str),
) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name)))
        .label(format!("defined by {related}"))
        .help(format!("write `{insert}, {name}` to read it there"))
}

/// Reports that `name` is a capability, not a `kind`. `has_more` is whether items follow; paths in legacy
/// syntax have no words.
pub(crate) fn capability(span: Span, name: &str, kind: &str, has_more: bool, is_legacy: bool) -> Diagnostic {
    let following = if has_more { "…".to_owned() } else { format!("<{kind}>") };
    let word = if is_legacy { "" } else { "CAPABILITY, " };
    Diagnostic::new(&RULE, span, format!("{} is a capability, not {}", quoted(name), crate::diagnostics::with_article(kind)))
        .help(format!("write `{word}{name}, {following}` to read from the capability"))
}

/// Reports that `name` is a requirement, not a `kind`. Paths in legacy syntax have no words.
pub(crate) fn requirement(span: Span, name: &str, kind: &str, is_legacy: bool) -> Diagnostic {
    let help = if is_legacy {
        format!("write `{name}, <{kind}>` to read from the target node or its capability")
    } else {
        format!(
            "write `RELATIONSHIP, {name}, TARGET, …` to read from the target node, \
             or `RELATIONSHIP, {name}, CAPABILITY, …` from its capability"
        )
    };
    Diagnostic::new(&RULE, span, format!("{} is a requirement, not {}", quoted(name), crate::diagnostics::with_article(kind)))
        .help(help)
}

/// Reports that the capability `name` is named after the `CAPABILITY` of a relationship.
pub(crate) fn capability_named_again(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} cannot follow the `CAPABILITY` of a relationship", quoted(name)))
        .label("a relationship has a single capability")
        .help("remove the name")
}

/// Reports that `name` is an attribute, which `$get_property` cannot read.
pub(crate) fn attribute(span: Span, name: &str, owner: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is an attribute of {owner}, not a property", quoted(name)))
        .label("only known at run time")
        .help(format!("read it with {GET_ATTRIBUTE}"))
}

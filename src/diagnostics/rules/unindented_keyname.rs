//! `unindented-keyname`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted, with_article};

declare_rule!("T0236", "unindented-keyname", Error, "5.2", leaves [Indentation]);

/// Reports that the keynames `names` of `entity`, the first at `span`, are next to the entity `owner`, which `is_flow`
/// if it is between brackets.
pub(crate) fn new(
    span: Span,
    names: &[&str],
    entity: &str,
    (owner, owner_span): (&str, Span),
    is_flow: bool,
) -> Diagnostic {
    let owner = quoted(owner);
    let shown: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    let first = quoted(names.first().copied().unwrap_or_default());
    Diagnostic::new(&RULE, span, format!("keyname {first} of {} is not inside of one", with_article(entity)))
        .label("interpreted as a name")
        .also(owner_span, format!("the {entity} is here"))
        .help(match list(&shown, "and") {
            names if is_flow => format!("move {names} into the brackets of {owner}"),
            names => format!("indent {names} below {owner}"),
        })
}

/// Reports that the keyname `name` of `entity`, at `span`, is among the names of such entities, above keys that belong
/// below it.
pub(crate) fn without_owner(span: Span, name: &str, entity: &str) -> Diagnostic {
    let name = quoted(name);
    Diagnostic::new(&RULE, span, format!("keyname {name} of {} is not inside of one", with_article(entity)))
        .label("interpreted as a name")
        .help(format!("add the name of the {entity} above {name}, and indent {name} below it"))
}

/// Adds to a diagnostic about `count` keynames that they may also belong to the entity `enclosing`.
pub(crate) fn or_less(diagnostic: Diagnostic, count: usize, enclosing: &str) -> Diagnostic {
    let words = if count == 1 { "it less if it is a keyname" } else { "them less if they are keynames" };
    diagnostic.help(format!("indent {words} of the {enclosing}"))
}

/// Reports that the section `name` of `enclosing` is at `span` among the names of entities of the kind `entity`.
pub(crate) fn too_deep(span: Span, name: &str, enclosing: &str, entity: &str) -> Diagnostic {
    let name = quoted(name);
    Diagnostic::new(&RULE, span, format!("keyname {name} of {} is indented too deeply", with_article(enclosing)))
        .label(format!("interpreted as {}", with_article(entity)))
        .help(format!("move {name} to the enclosing {enclosing} (indent it less)"))
}

/// Reports that a keyname of the entity `enclosing` is indented like the function call before it.
pub(crate) fn in_call(span: Span, name: &str, enclosing: &str) -> Diagnostic {
    let name = quoted(name);
    Diagnostic::new(&RULE, span, format!("keyname {name} of {} is indented too deeply", with_article(enclosing)))
        .label("interpreted as part of a function call")
        .help(format!("move {name} to the enclosing {enclosing} (indent it less)"))
}

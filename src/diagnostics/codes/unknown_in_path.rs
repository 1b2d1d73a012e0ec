//! `unknown-in-path`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::GET_ATTRIBUTE;

declare_code!("T0725", "unknown-in-path", Error, "10.2.1.2");

/// The type `holder`, which the path has reached, has no `kind` called `name`.
pub(crate) fn new(span: Span, kind: &str, name: &str, holder: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{holder} has no {kind} {}", quoted(name)));
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => diagnostic.help(format!("use {} that the type defines", crate::diagnostics::with_article(kind))),
    }
}

/// The type `holder` has no `kind` called `name`, but something near it has: what, and the words to insert.
pub(crate) fn elsewhere(
    span: Span,
    kind: &str,
    name: &str,
    holder: &str,
    (other, insert): (&str, &str),
) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{holder} has no {kind} {}", quoted(name)))
        .label(format!("defined by {other}"))
        .help(format!("write `{insert}, {name}` to read it there"))
}

/// `name` is a capability; `more` follows. `old` paths have no words.
pub(crate) fn capability(span: Span, name: &str, kind: &str, more: bool, old: bool) -> Diagnostic {
    let behind = if more { "…".to_owned() } else { format!("<{kind}>") };
    let word = if old { "" } else { "CAPABILITY, " };
    Diagnostic::new(&CODE, span, format!("{} is a capability, not {}", quoted(name), crate::diagnostics::with_article(kind)))
        .help(format!("write `{word}{name}, {behind}` to read from the capability"))
}

/// `name` is a requirement. `old` paths have no words.
pub(crate) fn requirement(span: Span, name: &str, kind: &str, old: bool) -> Diagnostic {
    let help = if old {
        format!("write `{name}, <{kind}>` to read from the target node or its capability")
    } else {
        format!(
            "write `RELATIONSHIP, {name}, TARGET, …` to read from the target node, \
             or `RELATIONSHIP, {name}, CAPABILITY, …` from its capability"
        )
    };
    Diagnostic::new(&CODE, span, format!("{} is a requirement, not {}", quoted(name), crate::diagnostics::with_article(kind)))
        .help(help)
}

/// After the `CAPABILITY` of a relationship the capability `name` is named again.
pub(crate) fn capability_named_again(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} cannot follow the `CAPABILITY` of a relationship", quoted(name)))
        .label("a relationship has a single capability")
        .help("remove the name")
}

/// `name` is an attribute, which `$get_property` cannot read.
pub(crate) fn attribute(span: Span, name: &str, holder: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is an attribute of {holder}, not a property", quoted(name)))
        .label("only known at run time")
        .help(format!("read it with {GET_ATTRIBUTE}"))
}

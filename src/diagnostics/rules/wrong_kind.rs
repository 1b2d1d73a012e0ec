//! `wrong-kind`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted, with_article};

declare_rule!("T0402", "wrong-kind", Error, "6.4.3", needs [Definitions, Type], leaves [Kind]);

/// Reports that `name` at `span` is a node type, although a capability type is expected; its capabilities
/// have the `offered` types.
pub(crate) fn node_type(span: Span, name: &str, definition_span: Span, offered: &[&str]) -> Diagnostic {
    const MAX_SHOWN_TYPES: usize = 6;
    let mut names: Vec<String> = offered.iter().take(MAX_SHOWN_TYPES).map(|name| quoted(name)).collect();
    if offered.len() > MAX_SHOWN_TYPES {
        names.push(format!("{} more", offered.len() - MAX_SHOWN_TYPES));
    }
    let mut diagnostic = new(span, name, "node type", "capability type", Some(definition_span));
    let names = list(&names, "and");
    match offered {
        [] => {}
        [only] => {
            diagnostic.help = vec![format!("use {names}, the type of the capability of {}", quoted(name)).into()];
            diagnostic = diagnostic.unsafe_fix(format!("write {names}"), span, *only);
        }
        _ => {
            let help = format!("use one of the capability types of {}: {names}", quoted(name));
            diagnostic.help = vec![help.into()];
        }
    }
    diagnostic
}

/// Reports that the name at `span`, defined at `definition_span`, is `actual`, not `expected`.
pub(crate) fn new(span: Span, name: &str, actual: &str, expected: &str, definition_span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} is {}, not {}", quoted(name), with_article(actual), with_article(expected)))
        .misses([name])
        .label(format!("expected {}", with_article(expected)));
    let diagnostic = match definition_span {
        Some(definition_span) => diagnostic.also(definition_span, format!("{actual} defined here")),
        None => diagnostic,
    };
    diagnostic.help(format!("use {} instead", with_article(expected)))
}

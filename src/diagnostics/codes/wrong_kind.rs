//! `wrong-kind`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, list, quoted, with_article};

declare_code!("T0402", "wrong-kind", Error, "6.4.3");

/// Node type `name` at `span` stands where a capability type is expected; it offers the `offered` ones.
pub(crate) fn node_type(span: Span, name: &str, definition: Span, offered: &[&str]) -> Diagnostic {
    const MOST: usize = 6;
    let mut names: Vec<String> = offered.iter().take(MOST).map(|name| quoted(name)).collect();
    if offered.len() > MOST {
        names.push(format!("{} more", offered.len() - MOST));
    }
    let mut diagnostic = new(span, name, "node type", "capability type", Some(definition));
    let names = list(&names, "and");
    match offered {
        [] => {}
        [only] => {
            diagnostic.help = vec![format!("use {names}, the type of the capability of {}", quoted(name)).into()];
            diagnostic = diagnostic.fix(format!("write {names}"), span, *only);
        }
        _ => {
            let help = format!("use one of the capability types of {}: {names}", quoted(name));
            diagnostic.help = vec![help.into()];
        }
    }
    diagnostic
}

/// The name at `span` means something, at `definition`, but `actual` instead of `expected`.
pub(crate) fn new(span: Span, name: &str, actual: &str, expected: &str, definition: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{} is {}, not {}", quoted(name), with_article(actual), with_article(expected)))
        .label(format!("expected {}", with_article(expected)));
    let diagnostic = match definition {
        Some(place) => diagnostic.also(place, format!("{actual} defined here")),
        None => diagnostic,
    };
    diagnostic.help(format!("use {} instead", with_article(expected)))
}

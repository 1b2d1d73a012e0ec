//! `wrong-kind`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted, with_article};

declare_code!("T0402", "wrong-kind", Error, "6.4.3");

/// The name at `span` means something, at `definition`, but `actual` instead of `expected`.
pub(crate) fn found(span: Span, name: &str, actual: &str, expected: &str, definition: Option<Span>) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("{} is {}, not {}", quoted(name), with_article(actual), with_article(expected)))
        .label(format!("expected {}", with_article(expected)));
    let found = match definition {
        Some(place) => found.also(place, format!("{actual} defined here")),
        None => found,
    };
    found.help(format!("name {} instead", with_article(expected)))
}

//! `amp-expression`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T1030", "amp-expression", Error, "");

/// The expression is malformed at `span`.
pub(crate) fn malformed(span: Span, why: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, "invalid AMP expression")
        .label(why)
        .help("write a chain of calls, such as `$brooklyn:component(\"db\").config(\"port\")`")
}

/// The expression `name` at `span` is one of several keys of a map.
pub(crate) fn not_alone(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is not the only key of its map", quoted(name)))
        .label("must be the only key")
        .help("replace the map with the expression")
}

/// The function `name` is almost the function `near`.
pub(crate) fn misspelled(span: Span, name: &str, near: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("unknown AMP function {}", quoted(name)))
        .at_level(Level::Warning)
        .help(format!("did you mean {}?", quoted(near)))
        .fix(format!("write {}", quoted(near)), span, near)
}

//! `wrong-argument-count`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, function};

declare_code!("T0701", "wrong-argument-count", Error, "10.2");

/// The function `name` takes `wanted` arguments, but gets `got`; `span` is the first that is too much, or
/// the name.
pub(crate) fn new(span: Span, name: &str, wanted: &str, got: usize) -> Diagnostic {
    let got = match got {
        0 => "none".to_owned(),
        1 => "one".to_owned(),
        _ => got.to_string(),
    };
    Diagnostic::new(&CODE, span, format!("{} takes {wanted}, not {got}", function(name)))
        .label(format!("expected {wanted}"))
}

/// Something follows, at `span`, the `last` thing that the function `name` takes.
pub(crate) fn behind_path(span: Span, name: &str, last: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} takes a path and the name of the {last}, nothing else", function(name)))
        .label("unexpected argument")
        .help("remove the argument")
}

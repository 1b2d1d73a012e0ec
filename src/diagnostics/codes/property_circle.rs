//! `property-circle`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0729", "property-circle", Error, "10.2.1.2");

/// The value of `start` needs itself, by way of `names`; read at `span`.
pub(crate) fn found(span: Span, start: &str, names: &[&str]) -> Diagnostic {
    let way: Vec<String> = names.iter().chain([&start]).map(|name| quoted(name)).collect();
    Diagnostic::new(&CODE, span, format!("the value of {} needs itself", quoted(start)))
        .label(way.join(" → "))
        .help("give one of them a value that reads none of the others")
}

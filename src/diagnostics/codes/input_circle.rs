//! `input-circle`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0714", "input-circle", Error, "10.2.1.1");

/// The default of input `start` needs itself, by way of `names`; read at `span`.
pub(crate) fn found(span: Span, start: &str, names: &[&str]) -> Diagnostic {
    let way: Vec<String> = names.iter().chain([&start]).map(|name| quoted(name)).collect();
    Diagnostic::new(&CODE, span, format!("the default of input {} needs itself", quoted(start)))
        .label(way.join(" → "))
        .help("give one of these inputs a default that reads no other input")
}

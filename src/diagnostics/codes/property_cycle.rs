//! `property-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0729", "property-cycle", Error, "10.2.1.2");

/// The value of `start` depends on itself, by way of `names`; read at `span`, the others in turn at `others`.
pub(crate) fn new(span: Span, start: &str, names: &[&str], others: &[Span]) -> Diagnostic {
    let way: Vec<String> = names.iter().chain([&start]).map(|name| quoted(name)).collect();
    let diagnostic = Diagnostic::new(&CODE, span, format!("the value of {} depends on itself", quoted(start)))
        .label(way.join(" → "))
        .help("use a literal for one of these values, or read an input");
    let (next, mut rest) = (names.iter().skip(1), others.iter());
    next.zip(&mut rest).take(5).fold(diagnostic, |diagnostic, (name, other)| {
        diagnostic.also(*other, format!("read by {}", quoted(name)))
    })
}

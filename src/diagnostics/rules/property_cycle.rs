//! `property-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0729", "property-cycle", Error, "10.2.1.2");

/// Reports that the value of `start`, read at `span`, depends on itself through `names`, which are read at
/// `spans`.
pub(crate) fn new(span: Span, start: &str, names: &[&str], spans: &[Span]) -> Diagnostic {
    let chain: Vec<String> = names.iter().chain([&start]).map(|name| quoted(name)).collect();
    let diagnostic = Diagnostic::new(&RULE, span, format!("the value of {} depends on itself", quoted(start)))
        .label(chain.join(" → "))
        .help("use a literal for one of these values, or read an input");
    names.iter().skip(1).zip(spans).take(5).fold(diagnostic, |diagnostic, (name, read_span)| {
        diagnostic.also(*read_span, format!("read by {}", quoted(name)))
    })
}

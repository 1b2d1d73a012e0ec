//! `input-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0714", "input-cycle", Error, "10.2.1.1");

/// Reports that the default of input `start`, read at `span`, depends on itself through the inputs `names`.
pub(crate) fn new(span: Span, start: &str, names: &[&str]) -> Diagnostic {
    let chain: Vec<String> = names.iter().chain([&start]).map(|name| quoted(name)).collect();
    Diagnostic::new(&RULE, span, format!("the default of input {} depends on itself", quoted(start)))
        .label(chain.join(" → "))
        .help("give one of these inputs a default that reads no other input")
}

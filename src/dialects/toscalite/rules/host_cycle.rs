//! `host-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1268", "host-cycle", Error, "");

/// The number of nodes that a finding names.
pub(crate) const MAX_SHOWN: usize = 8;

/// Reports that the relationship whose target is at `span` closes a cycle of `count` nodes, which begins with `names`.
pub(crate) fn new(span: Span, names: &[&str], count: usize) -> Diagnostic {
    let first = names.first().copied().unwrap_or_default();
    let mut shown: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    if count > names.len() {
        shown.push(format!("… {} more …", count - names.len()));
    }
    shown.push(quoted(first));
    Diagnostic::new(&RULE, span, format!("{} is hosted on itself", quoted(first)))
        .label(shown.join(" → "))
        .help("remove one of these relationships; the last host is a machine")
}

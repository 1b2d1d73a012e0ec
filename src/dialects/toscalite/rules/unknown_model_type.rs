//! `unknown-model-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted, suggest};

declare_rule!("T1263", "unknown-model-type", Error, "");

/// Reports that TOSCAlite has no type `name` of `kind`, only `names`.
pub(crate) fn new(span: Span, kind: &str, name: &str, names: &[&str]) -> Diagnostic {
    let help = match suggest(name, names.iter().copied()) {
        Some(suggestion) => format!("did you mean {}?", quoted(suggestion)),
        None => {
            let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            format!("write {}", list(&names, "or"))
        }
    };
    Diagnostic::new(&RULE, span, format!("unknown {kind} type {}", quoted(name))).help(help)
}

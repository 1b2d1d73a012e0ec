//! `untyped-input`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0841", "untyped-input", Warning, "6.9.2", needs [Keynames]);

/// Reports that the input `name` at `span` has neither a type nor a default.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("input {} has no type", quoted(name)))
        .misses(["type"])
        .label("no `type` and no `default`")
        .help("add `type:`; uses of an input that has no type are not checked")
}

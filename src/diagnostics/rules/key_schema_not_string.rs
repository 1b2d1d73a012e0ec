//! `key-schema-not-string`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0516", "key-schema-not-string", Error, "9.3");

/// Reports that the keys of a map cannot be of type `name`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("map keys cannot be of type {}", quoted(name)))
        .label("expected `string` or a type derived from it")
        .help("remove `key_schema`, or use a data type derived from `string`")
}

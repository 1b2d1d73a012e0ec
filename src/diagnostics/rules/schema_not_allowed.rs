//! `schema-not-allowed`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0514", "schema-not-allowed", Error, "9.3", needs [Keynames], leaves [Parts]);

/// Reports that `keyname` at `span` describes parts that values of type `name` do not have.
pub(crate) fn new(span: Span, keyname: &str, name: &str, type_span: Option<Span>) -> Diagnostic {
    let kinds = if keyname == "key_schema" { "a map" } else { "a list nor a map" };
    let neither = if keyname == "key_schema" { "not" } else { "neither" };
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} is not allowed for type {}", quoted(keyname), quoted(name)))
        .label(format!("{} is {neither} {kinds}", quoted(name)));
    let diagnostic = match type_span {
        Some(type_span) => diagnostic.also(type_span, "type declared here"),
        None => diagnostic,
    };
    diagnostic.help(format!("remove `{keyname}`, or use `{}`", if keyname == "key_schema" { "type: map" } else { "type: list" }))
}

/// Reports that `keyname` at `span` is in a parameter that has no type.
pub(crate) fn no_type(span: Span, keyname: &str, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} has {}, but no type", quoted(keyname)))
        .misses(["type"])
        .help(format!("add `type: {}`", if keyname == "key_schema" { "map" } else { "list" }))
}

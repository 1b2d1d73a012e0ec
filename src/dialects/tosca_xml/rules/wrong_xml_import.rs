//! `wrong-xml-import`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1212", "wrong-xml-import", Error, "");

/// Reports an unknown import type.
pub(crate) fn unknown_type(span: Span, import_type: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown import type {}", quoted(import_type)))
        .label("not TOSCA, XML Schema or WSDL")
        .help("write `http://docs.oasis-open.org/tosca/ns/2011/12` for definitions of TOSCA")
}

/// Reports a second import of a namespace from the same file.
pub(crate) fn repeated(span: Span, namespace: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is imported twice from this file", quoted(namespace)))
        .help("remove one of the imports")
}

/// Reports that the imported file has the namespace `actual`, not `expected`.
pub(crate) fn other_namespace(span: Span, expected: &str, actual: &str) -> Diagnostic {
    let message = format!("the imported file has the namespace {}, not {}", quoted(actual), quoted(expected));
    Diagnostic::new(&RULE, span, message).help(format!("write {}", quoted(actual)))
}

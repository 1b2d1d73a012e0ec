//! `unresolved-xml-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1213", "unresolved-xml-name", Error, "");

/// Reports that no definition of a kind in words has this name.
pub(crate) fn new(span: Span, kind: &str, name: &str, namespace: &str, suggestion: Option<&str>) -> Diagnostic {
    let label = if namespace.is_empty() { "in no namespace".to_owned() } else { format!("in the namespace {}", quoted(namespace)) };
    Diagnostic::new(&RULE, span, format!("unknown {kind} {}", quoted(name))).label(label).help(match suggestion {
        Some(suggestion) if suggestion == name => "it is in another namespace; correct the prefix".to_owned(),
        Some(suggestion) => format!("did you mean {}?", quoted(suggestion)),
        None => "add the file that defines it, or correct the name".to_owned(),
    })
}

/// Reports that the prefix of a name is not declared.
pub(crate) fn undeclared_prefix(span: Span, name: &str) -> Diagnostic {
    let prefix = name.split(':').next().unwrap_or_default();
    Diagnostic::new(&RULE, span, format!("the prefix {} is not declared", quoted(prefix)))
        .help(format!("declare it: {}", quoted(&format!("xmlns:{prefix}=\"…\""))))
}

/// Reports that a schema does not define a name.
pub(crate) fn in_schema(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the schema does not define {}", quoted(name)))
        .help("write the name of a global element or type of the schema")
}

//! `wrong-model-root`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1265", "wrong-model-root", Error, "");

/// Reports that the root is `name`, with its namespace in braces.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    let (namespace, local) = name.strip_prefix('{').and_then(|name| name.split_once('}')).unwrap_or(("", name));
    let (message, help) = if local == "Model" {
        (format!("`Model` is in the namespace {}", quoted(namespace)), "remove `xmlns`")
    } else {
        (format!("the root is {}, not `Model`", quoted(local)), "rename it to `Model`")
    };
    Diagnostic::new(&RULE, span, message).help(help)
}

//! `type-name-style`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T9011", "type-name-style", Warning, "6.4.3");

/// Reports that the type `name` of `kind`, at `span`, is not named in `UpperCamelCase`, as `better` is.
pub(crate) fn new(span: Span, kind: &str, name: &str, better: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{kind} {} is not named in `UpperCamelCase`", quoted(name)))
        .label("expected `UpperCamelCase`");
    if better.is_empty() { diagnostic } else { diagnostic.help(format!("rename it to {}", quoted(better))) }
}

//! `name-style`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T9012", "name-style", Warning, "");

/// Reports that the name of `kind` at `span` is not in the style `style`, as `better` is.
pub(crate) fn new(span: Span, kind: &str, name: &str, style: &str, better: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{kind} {} is not named in {}", quoted(name), quoted(style)))
        .label(format!("expected {}", quoted(style)));
    if better.is_empty() { diagnostic } else { diagnostic.help(format!("rename it to {}", quoted(better))) }
}

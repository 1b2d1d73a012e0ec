//! `leading-zero`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0613", "leading-zero", Warning, "9.1.1.2");

/// Reports that the integer at `span` has leading zeros.
pub(crate) fn new(span: Span, text: &str) -> Diagnostic {
    let octal = text.trim_start_matches(['+', '-']).trim_start_matches('0');
    Diagnostic::new(&RULE, span, format!("{} is a decimal number with leading zeros", quoted(text)))
        .label("not octal in YAML 1.2")
        .help(format!("remove the zeros, or write `0o{octal}` for an octal number"))
}

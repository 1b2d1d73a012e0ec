//! `checksum-length`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0226", "checksum-length", Warning, "12.2");

/// Reports that the checksum at `span` has `digits` digits, but the checksums of `algorithm` have `expected`.
pub(crate) fn new(span: Span, algorithm: &str, digits: usize, expected: usize) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("checksum has the wrong length for {algorithm}"))
        .label(format!("{digits} hexadecimal digits; {algorithm} has {expected}"))
        .help("correct the checksum or its `checksum_algorithm`")
}

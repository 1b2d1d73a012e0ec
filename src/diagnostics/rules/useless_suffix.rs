//! `useless-suffix`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0715", "useless-suffix", Warning, "10.1");

/// Reports that the suffix of a call of `function` at `span` has no effect, because the call is not a key.
pub(crate) fn new(span: Span, function: &str, suffix: &str) -> Diagnostic {
    let plain = format!("${function}");
    Diagnostic::new(&RULE, span, format!("the suffix {} has no effect", quoted(&format!("${suffix}"))))
        .label("only keys of a map need suffixes")
        .help(format!("write {}", quoted(&plain)))
        .fix("remove the suffix", span, plain)
}

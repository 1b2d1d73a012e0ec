//! `useless-suffix`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0715", "useless-suffix", Warning, "10.1");

/// The suffix of a call of `function` at `span` means nothing, since the call is no key.
pub(crate) fn found(span: Span, function: &str, suffix: &str) -> Diagnostic {
    let plain = format!("${function}");
    Diagnostic::new(&CODE, span, format!("the suffix {} has no meaning here", quoted(&format!("${suffix}"))))
        .label("only the keys of a map need suffixes, to tell them apart")
        .help(format!("write {}", quoted(&plain)))
        .fix("remove the suffix", span, plain)
}

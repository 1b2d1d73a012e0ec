//! `invalid-copy`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0843", "invalid-copy", Error, "7.2");

/// A template copies itself at `span`.
pub(crate) fn itself(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} copies itself", quoted(name)))
        .label("same template")
        .help("copy another template, or remove `copy`")
}

/// The template `name`, copied at `span`, copies another one at `second`.
pub(crate) fn of_copy(span: Span, name: &str, other: &str, second: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("copied template {} is itself a copy", quoted(name)))
        .label("must not use `copy`")
        .also(second, format!("copy of {}", quoted(other)))
        .help(format!("copy {}, and repeat the changes of {} here", quoted(other), quoted(name)))
}

//! `invalid-copy`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0843", "invalid-copy", Error, "7.2");

/// A template copies itself at `span`.
pub(crate) fn itself(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} copies itself", quoted(name)))
        .label("this very template")
        .help("name another template, or write out what this one is")
}

/// The template `name`, copied at `span`, copies another one at `second`.
pub(crate) fn of_copy(span: Span, name: &str, other: &str, second: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is a copy itself", quoted(name)))
        .label("only a template without `copy` can be copied")
        .also(second, format!("a copy of {}", quoted(other)))
        .help(format!("copy {}, and give here what {} changes", quoted(other), quoted(name)))
}

//! `invalid-copy`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0843", "invalid-copy", Error, "7.2");

/// Reports that the template `name` copies itself at `span`.
pub(crate) fn copies_itself(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} copies itself", quoted(name)))
        .label("same template")
        .help("copy another template, or remove `copy`")
}

/// Reports that the template `name`, copied at `span`, is itself a copy of `original`, at `copy_span`.
pub(crate) fn copies_copy(span: Span, name: &str, original: &str, copy_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("copied template {} is itself a copy", quoted(name)))
        .label("must not use `copy`")
        .also(copy_span, format!("copy of {}", quoted(original)))
        .help(format!("copy {}, and repeat the changes of {} here", quoted(original), quoted(name)))
}

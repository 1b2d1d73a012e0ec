//! `duplicate-member`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0360", "duplicate-member", Warning, "17.1");

/// Reports that the archive at `span` has several members with the same name.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("several members are called {}", quoted(name)))
        .label("the last one is read")
        .help("remove all but one")
}

/// Reports that the names of two members of the archive at `span` differ only in letter case or in Unicode normal
/// form.
pub(crate) fn similar(span: Span, name: &str, other: &str) -> Diagnostic {
    let message = format!("{} and {} are the same name on some systems", quoted(name), quoted(other));
    Diagnostic::new(&RULE, span, message)
        .label("one replaces the other when the archive is unpacked there")
        .help("rename one of them")
}

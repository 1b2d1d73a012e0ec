//! `unsafe-member`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0359", "unsafe-member", Error, "17.1");

/// Reports that the name of a member of the archive at `span` cannot be used; `why` says the reason.
pub(crate) fn name(span: Span, name: &str, why: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unsafe member name {}: {why}", quoted(name)))
        .label("the member is ignored")
        .help("use names that are relative to the root of the archive, with `/` between directories")
}

/// Reports that a link in the archive at `span` leads out of it.
pub(crate) fn link(span: Span, name: &str, target: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("link {} leads out of the archive", quoted(name)))
        .label(format!("leads to {}", quoted(target)))
        .help("replace the link by the file")
}

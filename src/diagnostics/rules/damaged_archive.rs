//! `damaged-archive`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0357", "damaged-archive", Error, "17.1");

/// Reports that the archive at `span` is damaged; `how` says it.
pub(crate) fn new(span: Span, how: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("damaged archive: {how}")).help("replace the archive by an undamaged copy")
}

/// Reports that the member `path` of an archive is damaged; `span` names it or is its start.
pub(crate) fn member(span: Span, path: &str, how: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("cannot read {}: {how}", quoted(path)))
        .label("damaged member of an archive")
        .help("replace the archive by an undamaged copy")
}

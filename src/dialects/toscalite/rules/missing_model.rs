//! `missing-model`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1270", "missing-model", Error, "");

/// Reports that the model of the archive at `span` is the member `name`, not `model.xml` in the root.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, "no `model.xml` in the archive root")
        .label(format!("the model is {}", quoted(name)))
        .help("move and rename it, together with the directories of its services")
}

//! `missing-variability-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1114", "missing-variability-value", Error, "");

/// Reports that the input `name`, declared at `definition_span`, has no value, but is read at `span` to
/// decide about `element`.
pub(crate) fn new(span: Span, name: &str, definition_span: Span, element: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("variability input {} has no value", quoted(name)))
        .label(format!("decides whether {element} is present"))
        .also(definition_span, "declared here, no default")
        .help(format!("set it with `-i {name}=…`, `--inputs FILE` or `--preset NAME`, or add a default"))
}

//! `delegated-workflow`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0930", "delegated-workflow", Warning, "13.2.3.1");

/// `delegate` at `span` names the workflow `name` of the same service template, at `place`.
pub(crate) fn new(span: Span, name: &str, key: Span, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is a workflow of this service template", quoted(name)))
        .label("`delegate` runs a workflow of the orchestrator")
        .also(place, "defined here")
        .help("write `inline` to run the workflow of this service template")
        .fix("write `inline`", key, "inline")
}

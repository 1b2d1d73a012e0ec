//! `ambiguous-entry`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list};

declare_rule!("T0354", "ambiguous-entry", Error, "17.3");

/// Reports that the meta file at `span` has no entry, although the root of the archive does not have exactly
/// one TOSCA file; `names` are the TOSCA files there.
pub(crate) fn new(span: Span, names: &[String]) -> Diagnostic {
    let message = match names {
        [] => "no `Entry-Definitions`, and no TOSCA file in the archive root".to_owned(),
        _ => format!("no `Entry-Definitions`, and {} TOSCA files in the archive root", names.len()),
    };
    let diagnostic = Diagnostic::new(&RULE, span, message).help("add `Entry-Definitions: FILE`");
    if names.is_empty() { diagnostic } else { diagnostic.label(format!("candidates: {}", list(names, "and"))) }
}

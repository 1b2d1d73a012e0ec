//! `unused-substitution`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T9006", "unused-substitution", Warning, "15.1");

/// Reports that no checked service template has a node that this one can substitute. `span` names its node type
/// `name`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("no checked service template has a node of type {} to substitute", quoted(name)))
        .label("no node with the directive `substitute` has this type")
        .help("use the type of a node that needs to be substituted, or remove the substitution mapping")
}

/// Reports that the service template excludes all checked nodes of the type `name`, which `span` names. `reason` is
/// why it excludes the first, with the place.
pub(crate) fn excluded(span: Span, name: &str, reason: (Span, String)) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("no checked node of type {} can be substituted by this service template", quoted(name)))
        .label("all nodes of this type are excluded")
        .also(reason.0, reason.1)
        .help("change the substitution filter or the mapped inputs, or remove the substitution mapping")
}

//! `unknown-property`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Alternatives, quoted};

declare_rule!("T0607", "unknown-property", Error, "9.2");

/// Reports that `owner` has no `kind` named `name`, which is assigned at `span`.
pub(crate) fn new(span: Span, kind: &str, name: &str, owner: &str, alternatives: &Alternatives<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name)));
    alternatives.add_help(diagnostic, span, kind, &format!("define {} in the type", quoted(name)))
}

/// Reports that the keyname `name` of `entity` is at `span` among the values of its properties or the like;
/// `owner` has no `kind` of this name.
pub(crate) fn keyname(span: Span, kind: &str, name: &str, owner: &str, entity: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name)))
        .label(format!("keyname of the {entity}"))
        .help(format!("indent {} less, to make it a keyname of the {entity}", quoted(name)))
}

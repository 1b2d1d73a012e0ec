//! `changed-signature`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0530", "changed-signature", Error, "10.4", needs [Parts]);

/// Reports that `what` at `span` changes a signature of function `name`, which is defined at
/// `definition_span`.
pub(crate) fn new(span: Span, name: &str, what: &str, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a refinement cannot change the {what} of function {}", quoted(name)))
        .label("differs from the refined signature")
        .also(definition_span, "refined signature")
        .help("keep only `implementation` here, or append a new signature")
}

/// Reports that the refinement of function `name` at `span` has only `derived` of the `inherited` signatures
/// at `inherited_span`.
pub(crate) fn too_few(span: Span, name: &str, derived: usize, inherited: usize, inherited_span: Span) -> Diagnostic {
    Diagnostic::new(
        &RULE,
        span,
        format!("the refinement of function {} has {derived} of {inherited} signatures", quoted(name)),
    )
    .at_level(crate::diagnostics::Level::Warning)
    .label("the other signatures stay unchanged")
    .also(inherited_span, "refined signatures")
    .help("write `{}` for each signature that stays unchanged")
}

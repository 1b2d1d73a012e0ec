//! `missing-targets`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0931", "missing-targets", Warning, "16.5");

/// `what` at `span` needs targets, which `policy` at `place` does not have.
pub(crate) fn new(span: Span, what: &str, policy: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{what} needs targets, but policy {} has none", quoted(policy)))
        .also(place, "no `targets` here")
        .help("add the intended nodes or groups to `targets` of the policy")
}

//! `missing-targets`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0931", "missing-targets", Warning, "16.5", needs [PartsAround]);

/// Reports that `what` at `span` needs targets, but `policy` at `policy_span` has none.
pub(crate) fn new(span: Span, what: &str, policy: &str, policy_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} needs targets, but policy {} has none", quoted(policy)))
        .also(policy_span, "no `targets` here")
        .help("add the intended nodes or groups to `targets` of the policy")
}

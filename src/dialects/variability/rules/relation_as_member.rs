//! `relation-as-member`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1117", "relation-as-member", Warning, "");

/// Reports that a member of the ordinary group `group` at `span` is a requirement assignment.
pub(crate) fn new(span: Span, group: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("group {} has a requirement assignment as a member", quoted(group)))
        .label("removed from resolved templates")
        .help("remove it, or derive the group type from `variability.groups.ConditionalMembers`")
}

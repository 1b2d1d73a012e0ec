//! `group-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0921", "group-cycle", Error, "16.2");

/// Maximum number of groups of a cycle that are shown.
const MAX_SHOWN_GROUPS: usize = 6;

/// Reports that the groups of `cycle` contain each other. Each has the span of the member that names the next
/// one.
pub(crate) fn new(cycle: &[(&str, Span)]) -> Diagnostic {
    let (name, member_span) = cycle[0];
    if cycle.len() == 1 {
        return Diagnostic::new(&RULE, member_span, format!("group {} contains itself", quoted(name)))
            .label("same group")
            .help("remove it from `members`");
    }
    let next = |index: usize| quoted(cycle[(index + 1) % cycle.len()].0);
    let mut diagnostic =
        Diagnostic::new(&RULE, member_span, format!("group {} contains itself through other groups", quoted(name)))
            .label(format!("{} contains {}", quoted(name), next(0)));
    for (index, (name, member_span)) in cycle.iter().enumerate().take(MAX_SHOWN_GROUPS).skip(1) {
        diagnostic = diagnostic.also(*member_span, format!("{} contains {}", quoted(name), next(index)));
    }
    diagnostic.help("remove one of these members")
}

//! `unused-member`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T9007", "unused-member", Warning, "17.1");

/// The maximum number of members that are named.
const MAX_NAMES: usize = 5;

/// Reports that nothing refers to these members of the archive at `span`.
pub(crate) fn new(span: Span, members: &[&str]) -> Diagnostic {
    let message = match members {
        [member] => format!("unused file {} in the archive", quoted(member)),
        _ => format!("{} unused files in the archive", members.len()),
    };
    let mut names: Vec<String> = members.iter().take(MAX_NAMES).map(|member| quoted(member)).collect();
    if members.len() > MAX_NAMES {
        names.push(format!("{} more", members.len() - MAX_NAMES));
    }
    let label = match names.split_last() {
        Some((last, names)) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        _ => "nothing refers to it".to_owned(),
    };
    Diagnostic::new(&RULE, span, message).label(label).help("remove them from the archive, or refer to them")
}

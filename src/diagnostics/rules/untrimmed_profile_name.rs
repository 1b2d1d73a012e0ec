//! `untrimmed-profile-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0313", "untrimmed-profile-name", Warning, "6.7.1");

/// Reports that the profile name at `span` is empty or has whitespace around it.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    let trimmed = name.trim();
    if trimmed.is_empty() {
        Diagnostic::new(&RULE, span, "profile name is empty").help("add a name, or remove `profile`")
    } else {
        Diagnostic::new(&RULE, span, "profile name has leading or trailing whitespace")
            .help(format!("remove the whitespace: `{trimmed}`"))
    }
}

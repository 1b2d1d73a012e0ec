//! `blank-profile-name`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0313", "blank-profile-name", Warning, "6.7.1");

/// The profile name at `span` is empty or has blanks around it.
pub(crate) fn found(span: Span, name: &str) -> Diagnostic {
    let trimmed = name.trim();
    let found = Diagnostic::new(&CODE, span, "no import can match this profile name");
    if trimmed.is_empty() {
        found.help("give the profile a name, or remove `profile`")
    } else {
        found.help(format!("remove the blanks: `{trimmed}`"))
    }
}

//! `profile-without-extension`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0321", "profile-without-extension", Warning, "6.8.2.1");

/// Reports that the file `path` of the profile that is imported at `span` has no extension.
pub(crate) fn new(span: Span, name: &str, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the file of profile {} has no extension", quoted(name)))
        .label(format!("found in {}", quoted(path)))
        .help(format!("rename the file to {}", quoted(&format!("{path}.yaml"))))
}

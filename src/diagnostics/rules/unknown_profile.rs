//! `unknown-profile`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0302", "unknown-profile", Error, "6.8.2.1");

/// Reports that no known file declares the profile named at `span`.
pub(crate) fn new(span: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown profile {}", quoted(name)))
        .label("not found")
        .note("searched: the checked directories, the profile path and the built-in profiles");
    match suggestion {
        Some(suggestion) => diagnostic.help(format!("did you mean {}?", quoted(suggestion))),
        None => diagnostic.help(
            "pass the directory of the profile with `--profile-path`, or add it to `profile-path` in `tosca.toml`",
        ),
    }
}

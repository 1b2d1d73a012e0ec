//! `unknown-profile`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0302", "unknown-profile", Error, "6.8.2.1");

/// Reports that no known file declares the profile named at `span`.
pub(crate) fn new(span: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = of(span, name);
    match suggestion {
        Some(suggestion) => diagnostic.help(format!("did you mean {}?", quoted(suggestion))),
        None => diagnostic.help(
            "pass the directory of the profile with `--profile-path`, or add it to `profile-path` in `tosca.toml`",
        ),
    }
}

/// Reports an unknown profile that the file at `path` declares, which is in a `directory` that was not searched.
pub(crate) fn elsewhere(span: Span, name: &str, path: &str, directory: &str) -> Diagnostic {
    let (path, flag) = (quoted(path), quoted(&format!("--profile-path {directory}")));
    of(span, name)
        .help(format!("{path} declares it: pass {flag}, or add its directory to `profile-path` in `tosca.toml`"))
}

fn of(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown profile {}", quoted(name)))
        .label("not found")
        .note("searched: the checked directories, the profile path and the built-in profiles")
}

//! `unknown-profile`: see the page.

use camino::Utf8Path;

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0302", "unknown-profile", Error, "6.8.2.1");

/// Reports that only the file at `path` of the project, which is not searched, declares the profile named at `span`.
pub(crate) fn in_project(span: Span, name: &str, path: &Utf8Path) -> Diagnostic {
    let directory = path.parent().filter(|parent| !parent.as_str().is_empty()).unwrap_or(Utf8Path::new("."));
    Diagnostic::new(&RULE, span, format!("unknown profile {}", quoted(name)))
        .label("not found")
        .note(format!("{} declares it, but is not searched", quoted(path.as_str())))
        .help(format!(
            "pass {} with `--profile-path`, or add this directory to `profile-path` in `tosca.toml`",
            quoted(directory.as_str())
        ))
}

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

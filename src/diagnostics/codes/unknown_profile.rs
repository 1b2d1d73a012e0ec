//! `unknown-profile`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0302", "unknown-profile", Error, "6.8.2.1");

/// No file that is known declares the profile named at `span`.
pub(crate) fn found(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("unknown profile {}", quoted(name)))
        .label("no file in the checked directory, on the profile path or built in declares it");
    match near {
        Some(near) => found.help(format!("did you mean {}?", quoted(near))),
        None => found.help(
            "name the directory that holds the profile with `--profile-path`, or under `profile-path` in \
             `tosca.toml`",
        ),
    }
}

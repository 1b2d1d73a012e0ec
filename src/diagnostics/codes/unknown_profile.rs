//! `unknown-profile`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0302", "unknown-profile", Error, "6.8.2.1");

/// No file that is known declares the profile named at `span`.
pub(crate) fn found(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("unknown profile {}", quoted(name)))
        .label("no file in the checked directory, on the profile path or built in declares it")
        .help(near.map_or_else(
            || "name the directory that holds the profile with `--profile-path`".to_owned(),
            |near| format!("did you mean `{near}`?"),
        ))
}

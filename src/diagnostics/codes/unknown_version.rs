//! `unknown-version`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0213", "unknown-version", Error, "6.2");

/// The version at `span` is none that exists; the file is read as one of `read_as`.
pub(crate) fn new(span: Span, version: &str, near: Option<&str>, read_as: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown TOSCA version {}", quoted(version)))
        .label(format!("interpreted as `{read_as}`"));
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean `{near}`?"))
            .fix(format!("write `{near}`"), span, near),
        None => diagnostic.help("use `tosca_2_0`, the newest supported version"),
    }
}

//! `import-not-tosca`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0318", "import-not-tosca", Error, "6.8.2.2");

/// Reports that the file imported at `span` cannot be used; `reason` says why.
pub(crate) fn new(span: Span, url: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("cannot import {}", quoted(url)))
        .label(reason.to_owned())
        .help("import a file that starts with `tosca_definitions_version`")
}

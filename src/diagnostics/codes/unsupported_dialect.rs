//! `unsupported-dialect`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1001", "unsupported-dialect", Error, "6.2");

/// The file is written in `dialect`, which is not read yet.
pub(crate) fn found(span: Span, version: &str, dialect: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("this file is written in {dialect} ({})", quoted(version)))
        .label("this version is not supported; the file is not checked")
        .help("move the file to `tosca_2_0`")
}

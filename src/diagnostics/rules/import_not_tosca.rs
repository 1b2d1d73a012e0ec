//! `import-not-tosca`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0318", "import-not-tosca", Error, "6.8.2.2");

/// Reports that the file imported at `span` cannot be used; `reason` says why.
pub(crate) fn new(span: Span, url: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("cannot import {}", quoted(url)))
        .label(reason.to_owned())
        .help("import a file that starts with `tosca_definitions_version`")
}

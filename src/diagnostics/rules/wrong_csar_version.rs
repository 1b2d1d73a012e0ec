//! `wrong-csar-version`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0352", "wrong-csar-version", Error, "17.2.1");

/// Reports that the version at `span` does not match the entry of the archive or, unless `is_old`, does not
/// exist.
pub(crate) fn new(span: Span, version: &str, is_old: bool) -> Diagnostic {
    let (message, label) = if is_old {
        (format!("`CSAR-Version` {} does not match the TOSCA 2.0 entry file", quoted(version)), "version of older archives")
    } else {
        (format!("unknown `CSAR-Version` {}", quoted(version)), "expected `1.0`, `1.1` or `2.0`")
    };
    Diagnostic::new(&RULE, span, message)
        .label(label)
        .help("write `CSAR-Version: 2.0`")
        .fix("write `2.0`", span, "2.0")
}

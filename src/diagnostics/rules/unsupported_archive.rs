//! `unsupported-archive`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0358", "unsupported-archive", Error, "17.1.1");

/// Reports that the archive at `span`, or its member, needs `what`, which is not supported.
pub(crate) fn new(span: Span, what: &str, member: Option<&str>) -> Diagnostic {
    let message = match member {
        Some(member) => format!("unsupported: {what}, for {}", quoted(member)),
        None => format!("unsupported: {what}"),
    };
    Diagnostic::new(&RULE, span, message)
        .label("this archive is not read completely")
        .help("use a zip file with deflate, or a tar file with or without gzip")
}

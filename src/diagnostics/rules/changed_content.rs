//! `changed-content`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0328", "changed-content", Error, "");

/// Reports that the file at a URL, at `span`, has the checksum `actual`, but another one is locked.
pub(crate) fn at_url(span: Span, url: &str, actual: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} has another content than the one in `tosca.lock`", quoted(url)))
        .label(format!("its checksum is now {actual}"))
        .help("remove the URL from `tosca.lock` if the new content is right, and run `tosca check --allow-net`")
}

/// Reports that the copy at `path` of the file at a URL, at `span`, has the checksum `actual`, but another one is locked.
pub(crate) fn of_copy(span: Span, url: &str, path: &str, actual: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the copy of {} is not the one in `tosca.lock`", quoted(url)))
        .label(format!("the checksum of {} is {actual}", quoted(path)))
        .help("remove the URL from `tosca.lock` and run `tosca vendor`, or restore the copy")
}

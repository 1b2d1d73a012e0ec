//! `uncertain-root`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0320", "uncertain-root", Warning, "6.8.2.2");

/// Reports that the import at `span` is not below the directory `root`, which has a `.git`, but below `start`.
pub(crate) fn new(span: Span, url: &str, root: &str, start: &str) -> Diagnostic {
    let start = quoted(start);
    Diagnostic::new(&RULE, span, format!("the root directory of {} is uncertain", quoted(url)))
        .label(format!("found below {start}"))
        .help(format!("pass `--root` with the directory {start}, or create a `tosca.toml` there"))
        .note(format!("without this, the root directory is {}, because it contains `.git`", quoted(root)))
}

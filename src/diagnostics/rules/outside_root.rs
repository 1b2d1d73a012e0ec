//! `outside-root`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0309", "outside-root", Error, "6.8.2.2");

/// Reports that the import at `span` refers to `path`, which is outside `root`.
pub(crate) fn new(span: Span, url: &str, path: &str, root: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is outside the root directory", quoted(url)))
        .label(format!("{} is not inside {}", quoted(path), quoted(root)))
        .help("copy the file into the root directory, or pass a higher directory with `--root`")
}

/// Reports that the file `name` at `span` is outside of `what`, the archive or repository that it is relative to.
pub(crate) fn file(span: Span, name: &str, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is outside the {what}", quoted(name)))
        .label(format!("leads above the root of the {what}"))
        .help(format!("add the file to the {what}, and write its path there"))
}

/// Reports that the import at `span`, in an archive, refers to `path`, which is outside of it.
pub(crate) fn archive(span: Span, url: &str, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is outside the archive", quoted(url)))
        .label(format!("leads to {}", quoted(path)))
        .help("add the file to the archive, and import it from there")
}

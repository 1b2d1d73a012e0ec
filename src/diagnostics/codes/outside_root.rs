//! `outside-root`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0309", "outside-root", Error, "6.8.2.2");

/// The import at `span` leads to `path`, outside `root`.
pub(crate) fn found(span: Span, url: &str, path: &str, root: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} leaves the root directory", quoted(url)))
        .label(format!("{} is not below {}", quoted(path), quoted(root)))
        .help("copy the file below the root, or name a higher directory with `--root`")
}

//! `absolute-url-with-repository`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0227", "absolute-url-with-repository", Error, "6.8.2.2");

/// The url at `span` is absolute, so that the repository at `repository` has no part in it.
pub(crate) fn found(span: Span, url: &str, repository: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is absolute, yet a repository is named", quoted(url)))
        .also(repository, "a repository is for relative paths")
        .help("remove `repository`, or give the path inside the repository")
}

//! `absolute-url-with-repository`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0227", "absolute-url-with-repository", Error, "6.8.2.2");

/// The URL at `span` is absolute, so that the repository at `repository` has no part in it.
pub(crate) fn new(span: Span, url: &str, repository: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("absolute URL {} cannot be combined with `repository`", quoted(url)))
        .also(repository, "repository given here")
        .help("remove `repository`, or use a path relative to the repository")
}

//! `absolute-url-with-repository`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0227", "absolute-url-with-repository", Error, "6.8.2.2");

/// Reports that the URL at `span` is absolute, so that the repository at `repository_span` has no effect.
pub(crate) fn new(span: Span, url: &str, repository_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("absolute URL {} cannot be combined with `repository`", quoted(url)))
        .also(repository_span, "repository given here")
        .help("remove `repository`, or use a path relative to the repository")
}

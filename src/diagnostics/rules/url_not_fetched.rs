//! `url-not-fetched`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0304", "url-not-fetched", Warning, "6.8.2.2");

/// Reports that the URL at `span` is not fetched.
pub(crate) fn new(span: Span, url: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not fetched", quoted(url)))
        .label("names it may define are not checked")
        .help(format!("pass `--allow-net` to fetch it, or `--map-url {url}=PATH` to use a local copy"))
}

//! `unlocked-url`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0327", "unlocked-url", Error, "");

/// Reports that the URL at `span` is not in the lock file, and only what is there is fetched.
pub(crate) fn new(span: Span, url: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not in `tosca.lock`", quoted(url)))
        .label("not fetched, because of `--locked`")
        .help("run `tosca check --allow-net` without `--locked` once, and commit `tosca.lock`")
}

//! `unknown-keyname`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted, with_article};

declare_rule!("T0201", "unknown-keyname", Error, "5.2");

/// Reports that the key at `span` is not a keyname of `entity`. `help` says what to do instead.
pub(crate) fn new(span: Span, name: &str, entity: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown keyname {} in {}", quoted(name), with_article(entity)))
        .help_opt(help)
}

//! `ambiguous-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted, with_article};

declare_rule!("T0840", "ambiguous-name", Warning, "6.9.1");

/// Reports that the name at `span` is both that of a `first`, as which it is interpreted, and of a `second`.
pub(crate) fn new(span: Span, name: &str, first: (&str, Span), second: (&str, Span)) -> Diagnostic {
    let kinds = format!("{} and {}", with_article(first.0), with_article(second.0));
    Diagnostic::new(&RULE, span, format!("{} is the name of {kinds}", quoted(name)))
        .label(format!("interpreted as the {}", first.0))
        .also(first.1, format!("the {}", first.0))
        .also(second.1, format!("the {}", second.0))
        .help("rename one of them")
}

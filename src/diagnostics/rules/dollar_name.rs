//! `dollar-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0410", "dollar-name", Warning, "10.1");

/// Reports that the name at `span` starts with a dollar sign.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    let help = format!("write `{}`", name.trim_start_matches('$'));
    Diagnostic::new(&RULE, span, format!("the name {} starts with `$`", quoted(name)))
        .label("looks like a function call")
        .help(help.clone())
        .unsafe_fix(help, span, name.trim_start_matches('$'))
}

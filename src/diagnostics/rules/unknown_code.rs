//! `unknown-code`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0011", "unknown-code", Error, "");

/// Reports that no rule has the code or name `written`.
pub(crate) fn new(span: Span, written: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown rule {}", quoted(written)));
    match suggestion {
        Some(suggestion) => {
            diagnostic.help(format!("did you mean `{suggestion}`?")).unsafe_fix(format!("replace with `{suggestion}`"), span, suggestion)
        }
        None => diagnostic.help("use the code or name that findings show in brackets, such as `unknown-type`"),
    }
}

/// Reports that the rule named `former` at `span` has another name today.
pub(crate) fn renamed(span: Span, former: &str, current: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} was renamed to {}", quoted(former), quoted(current)))
        .at_level(Level::Warning)
        .label("former name of the rule")
        .help("use the new name")
        .fix(format!("replace with `{current}`"), span, current)
}

/// Reports that `written` matches several rules, where one rule must be named.
pub(crate) fn ambiguous(span: Span, written: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} matches several rules", quoted(written)))
        .label("not a single rule")
        .help("list the rules, separated by commas")
}

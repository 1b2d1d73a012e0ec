//! `unknown-function`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0405", "unknown-function", Error, "10.1", needs [Definitions, Section("functions")]);

/// Reports that the function called at `span` is not defined.
pub(crate) fn new(span: Span, name: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown function {}", quoted(name))).misses([name]).help_opt(help.or_else(|| {
        Some("define the function under `functions:`; to write a string that starts with `$`, use `$$`".to_owned())
    }))
}

/// Reports that the function called at `span` is not defined, but `suggestion` is.
pub(crate) fn similar(span: Span, name: &str, suggestion: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown function {}", quoted(name)));
    diagnostic.misses([name]).did_you_mean(suggestion, span)
}

/// Reports that the data at `span` is almost a call of the function `suggestion`.
pub(crate) fn misspelled(span: Span, name: &str, suggestion: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown function {}", quoted(name))).misses([name])
        .at_level(Level::Warning)
        .label("interpreted as data")
        .help(format!("did you mean {}?", quoted(suggestion)))
        .unsafe_fix(format!("write {}", quoted(suggestion)), span, suggestion)
}

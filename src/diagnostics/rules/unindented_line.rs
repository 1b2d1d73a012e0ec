//! `unindented-line`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T0116", "unindented-line", Warning, "5.3.2");

/// Reports that the line at `span` of a list, map or string, which opens at `opener`, is not indented.
pub(crate) fn new(span: Span, what: &str, opener: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("this line of a {what} is not indented"))
        .also(opener, format!("the {what} opens here"))
        .help("indent it deeper than the key of the value")
        .note("other YAML parsers may refuse this file")
}

//! `misplaced-keyname`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0533", "misplaced-keyname", Warning, "11.1", leaves [Parts]);

/// Reports that the name at `span` of an operation or the like (`kind`) is a keyname.
pub(crate) fn new(span: Span, kind: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("keyname {} is interpreted as the name of an {kind}", quoted(name)))
        .label("probably indented too deeply")
        .help(format!("move the keyname out of `{kind}s`; if it is the name of an {kind}, rename it, or write its value as `{{ value: … }}`"))
}

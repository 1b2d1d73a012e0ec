//! `reserved-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0407", "reserved-name", Error, "6.4.1");

/// Reports that the name at `span` is the name of a built-in data type.
pub(crate) fn definition(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is the name of a built-in data type", quoted(name)))
        .label("reserved")
        .help("choose another name")
}

/// Reports that the qualified name at `span` has a built-in type after its namespace.
pub(crate) fn qualified(span: Span, name: &str, bare: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} has a namespace prefix, but `{bare}` is built in", quoted(name)))
        .help(format!("write `{bare}`"))
        .fix(format!("write `{bare}`"), span, bare)
}

//! `unimported-xml-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1214", "unimported-xml-name", Warning, "");

/// Reports that the definition `name` is in the file `file`, which is not imported.
pub(crate) fn new(span: Span, name: &str, file: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not imported", quoted(name)))
        .label(format!("defined in {}", quoted(file)))
        .help(format!("add an `Import` of {}", quoted(file)))
}

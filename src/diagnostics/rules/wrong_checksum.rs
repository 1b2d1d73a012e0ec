//! `wrong-checksum`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0366", "wrong-checksum", Warning, "12.2");

/// Reports that the checksum at `span` is not `actual`, the one of the file `name` at `file`.
pub(crate) fn new(span: Span, algorithm: &str, actual: &str, name: &str, file: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("not the {algorithm} checksum of {}", quoted(name)))
        .label(format!("the checksum of the file is {actual}"))
        .also(file, "of this file")
        .help("correct the checksum, or restore the file if it was not meant to change")
}

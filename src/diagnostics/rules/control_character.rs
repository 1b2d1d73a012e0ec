//! `control-character`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0103", "control-character", Error, "5.3.1", needs [Indentation]);

/// Reports the control character `byte` at `span`.
pub(crate) fn new(span: Span, byte: u8) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("control character U+{byte:04X} is not allowed in YAML"))
        .help(format!("remove it, or write `\\x{byte:02X}` in a double-quoted string"))
}

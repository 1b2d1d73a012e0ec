//! `unreachable-signature`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0722", "unreachable-signature", Warning, "10.4");

/// The signature at `span` is never used: the one at `earlier` takes all that it takes.
pub(crate) fn found(span: Span, name: &str, earlier: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("this signature of function {} is never used", quoted(name)))
        .label("takes nothing that is left")
        .also(earlier, "takes the same arguments first")
        .help("put it in front of the other one, or remove it")
}

//! `missing-variability-value`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1114", "missing-variability-value", Error, "");

/// The input `name`, declared at `place`, is read at `span`, which decides about `element`; it has no value.
pub(crate) fn new(span: Span, name: &str, place: Span, element: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("variability input {} has no value", quoted(name)))
        .label(format!("decides whether {element} is present"))
        .also(place, "declared here, no default")
        .help(format!("set it with `-i {name}=…`, `--inputs FILE` or `--preset NAME`, or add a default"))
}

//! `value-too-large`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level};

declare_code!("T0760", "value-too-large", Error, "10.2");

/// What the call at `span` gives is too large to be computed here.
pub(crate) fn found(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "the value is too large")
        .label("more than 16 MiB, or nested more than 200 levels deep")
        .help("compute less: values that contain each other several times double at each step")
}

/// With the call at `span`, too much is computed in one file.
pub(crate) fn all_together(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "the values that are computed in this file are too large, all together")
        .at_level(Level::Warning)
        .label("more than 256 MiB up to here")
        .help("compute less: read parts of large values, or compute them once")
        .note("from here on nothing is computed any more")
}

/// The text that is matched at `span` is too long.
pub(crate) fn text(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "the text is too long for a regular expression")
        .at_level(Level::Warning)
        .label("more than 64 KiB are not matched")
        .help("match a shorter part")
        .note("this tool leaves the condition open")
}

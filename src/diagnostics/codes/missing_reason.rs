//! `missing-reason`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0012", "missing-reason", Error, "");

/// The setting at `span` leaves out the errors `codes` without a reason.
pub(crate) fn setting(span: Span, codes: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("no reason is given for leaving out {}", quoted(codes)))
        .label("not in force")
        .help(format!("write `{codes} = {{ level = \"off\", reason = \"…\" }}` below `[levels]`, or use a lower level"))
        .note("an error breaks the standard, and who reads this later must know why that was accepted")
}

/// The comment with `slug` at `span` would hide the error at `error`, but tells no reason.
pub(crate) fn comment(span: Span, slug: &str, error: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("no reason is given for allowing {}", quoted(slug)))
        .label("not in force")
        .also(error, "this error would be hidden")
        .help("write the reason behind the `]`")
        .note("an error breaks the standard, and who reads this later must know why that was accepted")
}

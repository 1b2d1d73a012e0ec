//! `changed-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0509", "changed-capability", Error, "8.4.1");

/// The requirement `name` targets the capability `inherited`, at `place`, but `own` at `span`.
pub(crate) fn new(span: Span, name: &str, own: &str, inherited: &str, place: Span) -> Diagnostic {
    Diagnostic::new(
        &CODE,
        span,
        format!("requirement {} cannot change its capability from {} to {}", quoted(name), quoted(inherited), quoted(own)),
    )
    .label("a named capability cannot be refined")
    .also(place, "inherited from here")
    .help(format!("use {}, or remove `capability`", quoted(inherited)))
}

//! `changed-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0509", "changed-capability", Error, "8.4.1");

/// The requirement `name` leads to the capability `inherited`, at `place`, but to `own` at `span`.
pub(crate) fn found(span: Span, name: &str, own: &str, inherited: &str, place: Span) -> Diagnostic {
    Diagnostic::new(
        &CODE,
        span,
        format!("requirement {} leads to the capability {}, not {}", quoted(name), quoted(inherited), quoted(own)),
    )
    .label("a capability that was named must stay the same")
    .also(place, "named here")
    .help(format!("write {}, or leave `capability` out", quoted(inherited)))
}

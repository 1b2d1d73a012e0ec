//! `nearly-declared-name`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0845", "nearly-declared-name", Warning, "11.5");

/// The new `kind` called `name` is spelled almost like `other`, which is declared at `place` and not given.
pub(crate) fn found(span: Span, kind: &str, name: &str, other: &str, place: Option<Span>) -> Diagnostic {
    let found = Diagnostic::new(
        &CODE,
        span,
        format!("{kind} {} is new, but {} is declared", quoted(name), quoted(other)),
    )
    .label("almost the same name");
    let found = match place {
        Some(place) => found.also(place, "declared here, and not given"),
        None => found,
    };
    found
        .help(format!("to give the declared one, write {}", quoted(other)))
        .fix(format!("write {}", quoted(other)), span, other)
}

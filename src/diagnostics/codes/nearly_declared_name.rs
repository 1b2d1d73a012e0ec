//! `nearly-declared-name`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0845", "nearly-declared-name", Warning, "11.5");

/// The new `kind` called `name` is spelled almost like `other`, which is declared at `place` and not given.
pub(crate) fn new(span: Span, kind: &str, name: &str, other: &str, place: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &CODE,
        span,
        format!("{} defines a new {kind}; {} already exists", quoted(name), quoted(other)),
    )
    .label("similar name");
    let diagnostic = match place {
        Some(place) => diagnostic.also(place, "defined here, not assigned"),
        None => diagnostic,
    };
    diagnostic
        .help(format!("did you mean {}?", quoted(other)))
        .fix(format!("write {}", quoted(other)), span, other)
}

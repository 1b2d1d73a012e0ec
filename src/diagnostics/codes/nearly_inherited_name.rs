//! `nearly-inherited-name`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0529", "nearly-inherited-name", Warning, "9.4");

/// The new `kind` called `name` is spelled almost like the inherited `other` at `place`.
pub(crate) fn new(span: Span, kind: &str, name: &str, other: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} defines a new {kind}; {} is inherited", quoted(name), quoted(other)))
        .label("similar name")
        .also(place, "inherited from here")
        .help(format!("did you mean {}?", quoted(other)))
        .fix(format!("write {}", quoted(other)), span, other)
}

//! `missing-keyname`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, keyname, with_article};

declare_code!("T0202", "missing-keyname", Error, "5.2");

/// `entity` at `span` lacks the keyname `name`.
pub(crate) fn absent(span: Span, name: &str, entity: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("missing keyname {} in {}", keyname(name), with_article(entity)))
        .label("mandatory here")
        .help(format!("add `{:#}:`", keyname(name)))
}

/// The keyname `name` is there, but has no value.
pub(crate) fn empty(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} has no value", keyname(name)))
        .label("mandatory here")
        .help(format!("add a value for {}", keyname(name)))
}

/// One of several keynames is needed in `entity` at `span`.
pub(crate) fn one_of(span: Span, keynames: &str, entity: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} needs {keynames}", with_article(entity)))
        .help(format!("add {keynames}"))
}

/// What is named at `span` has the keyname `name`, at `place`, but not `other`, which goes with it.
pub(crate) fn together(span: Span, place: Span, name: &str, other: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("missing keyname {}", keyname(other)))
        .also(place, format!("{} requires {}", keyname(name), keyname(other)))
        .help(format!("add `{:#}:`", keyname(other)))
}

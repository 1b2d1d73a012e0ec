//! `missing-keyname`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, with_article};

declare_code!("T0202", "missing-keyname", Error, "5.2");

/// `entity` at `span` lacks `keyname`.
pub(crate) fn absent(span: Span, keyname: &str, entity: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("missing keyname `{keyname}` in {}", with_article(entity)))
        .label("mandatory here")
        .help(format!("add `{keyname}:`"))
}

/// `keyname` is there, but has no value.
pub(crate) fn empty(span: Span, keyname: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("`{keyname}` has no value"))
        .label("mandatory here")
        .help(format!("add a value for `{keyname}`"))
}

/// One of several keynames is needed in `entity` at `span`.
pub(crate) fn one_of(span: Span, keynames: &str, entity: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} needs {keynames}", with_article(entity)))
        .help(format!("add {keynames}"))
}

/// What is named at `span` has `keyname`, at `place`, but not `other`, which goes with it.
pub(crate) fn together(span: Span, place: Span, keyname: &str, other: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("missing keyname `{other}`"))
        .also(place, format!("`{keyname}` requires `{other}`"))
        .help(format!("add `{other}:`"))
}

//! `missing-keyname`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, keyname, with_article};

declare_rule!("T0202", "missing-keyname", Error, "5.2", needs [Keynames, Kind]);

/// Reports that the `entity` at `span` does not have the mandatory keyname `name`.
pub(crate) fn absent(span: Span, name: &str, entity: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("missing keyname {} in {}", keyname(name), with_article(entity))).misses([name])
        .label("mandatory here")
        .help(format!("add `{:#}:`", keyname(name)))
}

/// Reports that the `entity` at `span` is the value of the mandatory keyname `name`, without the keyname.
pub(crate) fn around(span: Span, name: &str, entity: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("missing keyname {} in {}", keyname(name), with_article(entity)))
        .misses([name])
        .label(format!("belongs below {}", keyname(name)))
        .help(format!("write this as the value of {}", keyname(name)))
}

/// Reports that the mandatory keyname `name` has no value.
pub(crate) fn empty(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} has no value", keyname(name)))
        .label("mandatory here")
        .help(format!("add a value for {}", keyname(name)))
}

/// Reports that the `entity` at `span` needs one of several keynames.
pub(crate) fn one_of(span: Span, keynames: &str, entity: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} needs {keynames}", with_article(entity)))
        .help(format!("add {keynames}"))
}

/// Reports that the entity named at `span` has the keyname `name`, at `name_span`, but not the keyname
/// `required`, which `name` requires.
pub(crate) fn required_by(span: Span, name_span: Span, name: &str, required: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("missing keyname {}", keyname(required)))
        .misses([required])
        .also(name_span, format!("{} requires {}", keyname(name), keyname(required)))
        .help(format!("add `{:#}:`", keyname(required)))
}

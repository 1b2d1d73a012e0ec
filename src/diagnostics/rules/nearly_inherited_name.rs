//! `nearly-inherited-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0529", "nearly-inherited-name", Warning, "9.4");

/// Reports that the name of the new `kind` is similar to the inherited `other`, defined at `definition_span`.
pub(crate) fn new(span: Span, kind: &str, name: &str, other: &str, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} defines a new {kind}; {} is inherited", quoted(name), quoted(other)))
        .label("similar name")
        .also(definition_span, "inherited from here")
        .help(format!("did you mean {}?", quoted(other)))
        .fix(format!("write {}", quoted(other)), span, other)
}

//! `nearly-inherited-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0529", "nearly-inherited-name", Warning, "9.4");

/// Reports that the name of the new `kind` is similar to `inherited_name`, which is defined at `definition_span`.
pub(crate) fn new(span: Span, kind: &str, name: &str, inherited_name: &str, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} defines a new {kind}; {} is inherited", quoted(name), quoted(inherited_name)))
        .label("similar name")
        .also(definition_span, "inherited from here")
        .help(format!("did you mean {}?", quoted(inherited_name)))
        .unsafe_fix(format!("write {}", quoted(inherited_name)), span, inherited_name)
}

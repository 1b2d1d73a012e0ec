//! `lowered-with-loss`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1090", "lowered-with-loss", Info, "");

/// Reports that TOSCA 2.0 has no equivalent of `name`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("TOSCA 2.0 has no equivalent of {}", quoted(name)))
        .label("moved to `metadata`, which orchestrators ignore")
}

/// Reports that one of several implementations of `base` becomes the derived type `name`.
pub(crate) fn several_implementations(span: Span, base: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} has several implementations", quoted(base)))
        .label(format!("this one becomes the type {}", quoted(name)))
}

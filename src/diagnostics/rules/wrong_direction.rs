//! `wrong-direction`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0534", "wrong-direction", Error, "9.8");

/// Reports a `mapping` of an input at `span`: inputs are passed in.
pub(crate) fn mapping(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("input {} cannot have a `mapping`", quoted(name)))
        .label("inputs are passed in, not stored")
        .help("use `value` or `default`, or move it to `outputs`")
}

/// Reports a `value` of an output at `span`: outputs are produced by the implementation.
pub(crate) fn value(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("output {} should not have a `value`", quoted(name)))
        .at_level(crate::diagnostics::Level::Warning)
        .label("outputs are produced by the implementation")
        .help("use `mapping` to store the output in an attribute, or move it to `inputs`")
}

/// Reports a `value` of an input of a service or workflow at `span`: inputs get their values from outside.
pub(crate) fn value_of_input(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("input {} should not have a `value`", quoted(name)))
        .at_level(crate::diagnostics::Level::Warning)
        .label("inputs get their values from outside")
        .help("use `default` for the value if none is given")
}

/// Reports a `mapping` of an output of a service at `span`: service outputs are not stored.
pub(crate) fn mapping_of_output(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("output {} cannot have a `mapping`", quoted(name)))
        .label("service outputs are not stored")
        .help("use `value` instead")
}

//! `wrong-direction`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0534", "wrong-direction", Error, "9.8");

/// `mapping` of an input, at `span`: nothing comes in there.
pub(crate) fn mapping(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("input {} cannot have a `mapping`", quoted(name)))
        .label("inputs are passed in, not stored")
        .help("use `value` or `default`, or move it to `outputs`")
}

/// `value` of an output, at `span`: it comes in.
pub(crate) fn value(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("output {} should not have a `value`", quoted(name)))
        .at_level(crate::diagnostics::Level::Warning)
        .label("outputs are produced by the implementation")
        .help("use `mapping` to store the output in an attribute, or move it to `inputs`")
}

/// `value` of an input of a service or workflow, at `span`: it comes in.
pub(crate) fn value_of_input(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("input {} should not have a `value`", quoted(name)))
        .at_level(crate::diagnostics::Level::Warning)
        .label("inputs get their values from outside")
        .help("use `default` for the value if none is given")
}

/// `mapping` of an output of a service, at `span`: nothing comes in there.
pub(crate) fn mapping_of_output(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("output {} cannot have a `mapping`", quoted(name)))
        .label("service outputs are not stored")
        .help("use `value` instead")
}

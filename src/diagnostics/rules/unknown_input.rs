//! `unknown-input`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Alternatives, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_rule!("T0712", "unknown-input", Error, "10.2.1.1", needs [Section("inputs"), Service]);

/// Reports that the service template has no input `name`, as read at `span`, and suggests or lists the inputs.
pub(crate) fn new(span: Span, name: &str, alternatives: &Alternatives<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown input {}", quoted(name))).misses([name]).label(format!("not defined in this {SERVICE_TEMPLATE}"));
    let fallback = format!("define {} under `inputs:` of the {SERVICE_TEMPLATE}", quoted(name));
    alternatives.add_help(diagnostic, span, "input", &fallback)
}

/// Reports that a value is given to `name` at `span`, which is not an input; `inputs_spans` are the inputs of
/// the service templates. If `is_wrapped`, the inputs are probably in a map inside this one.
pub(crate) fn given(span: Span, name: &str, suggestion: Option<&str>, inputs_spans: &[Span], is_wrapped: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown input {}", quoted(name))).misses([name]).label(format!("not defined in this {SERVICE_TEMPLATE}"));
    let diagnostic = inputs_spans.iter().fold(diagnostic, |diagnostic, inputs_span| diagnostic.also(*inputs_span, "not among these inputs"));
    match suggestion {
        _ if is_wrapped => diagnostic.help("write the inputs at the top level of this file"),
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help(format!("remove this line, or define the input in this {SERVICE_TEMPLATE}")),
    }
}

/// Reports that a value is given to `name` at `span`, which is a variability input of the template at `path`.
pub(crate) fn of_variability(span: Span, name: &str, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown input {}", quoted(name)))
        .misses([name])
        .label("variability input: selects a variant")
        .help(format!("run `tosca resolve {path} --inputs FILE -o variant.yaml`, and check the result"))
}

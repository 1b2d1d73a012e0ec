//! `unmapped-parameter`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0902", "unmapped-parameter", Error, "15.2", needs [Definitions, Service, Uses]);

/// Reports that no property is mapped to the inputs `names`, which are defined at `definition_spans`; `span`
/// is where the mappings belong.
pub(crate) fn inputs(span: Span, names: &str, count: usize, definition_spans: impl Iterator<Item = Span>) -> Diagnostic {
    let (noun, them) = if count == 1 { ("input", "it") } else { ("inputs", "them") };
    let diagnostic = Diagnostic::new(&RULE, span, format!("no property is mapped to {noun} {names}"))
        .label(format!("a substituted node provides no value for {them}"));
    definition_spans
        .fold(diagnostic, |diagnostic, definition_span| diagnostic.also(definition_span, "required, has no default"))
        .help(format!("map a property to {them}, or add a `default` or `required: false` to {them}"))
}

/// Reports that the input `name` may have no value; `reason` says why, `definition_span` is the optional
/// definition.
pub(crate) fn optional_input(span: Span, name: &str, reason: &str, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("input {} may have no value", quoted(name)))
        .at_level(Level::Warning)
        .label(reason.to_owned())
        .also(definition_span, "optional here")
        .help("add a `default` or `required: false` to the input, or map another property to it")
}

/// Reports that the inputs `names` of `workflow`, which implements `operation`, get no value.
pub(crate) fn workflow_inputs(
    span: Span,
    names: &str,
    workflow: &str,
    operation: &str,
    definition_spans: impl Iterator<Item = Span>,
) -> Diagnostic {
    let (workflow, operation) = (quoted(workflow), quoted(operation));
    let diagnostic = Diagnostic::new(&RULE, span, format!("workflow {workflow} gets no value for input {names}"))
        .at_level(Level::Warning)
        .label(format!("operation {operation} has no such input"));
    definition_spans
        .fold(diagnostic, |diagnostic, definition_span| diagnostic.also(definition_span, "required, has no default"))
        .help("add a `default`, or define an input of this name for the operation")
}

/// Reports that the outputs `names` of `operation`, which `workflow` implements, get no value.
pub(crate) fn operation_outputs(
    span: Span,
    names: &str,
    operation: &str,
    workflow: &str,
    definition_spans: impl Iterator<Item = Span>,
) -> Diagnostic {
    let (workflow, operation) = (quoted(workflow), quoted(operation));
    let diagnostic = Diagnostic::new(&RULE, span, format!("operation {operation} gets no value for output {names}"))
        .at_level(Level::Warning)
        .label(format!("workflow {workflow} has no such output"));
    definition_spans.fold(diagnostic, |diagnostic, definition_span| diagnostic.also(definition_span, "defined here")).help("add it to the outputs of the workflow")
}

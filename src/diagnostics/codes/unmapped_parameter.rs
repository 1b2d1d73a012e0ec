//! `unmapped-parameter`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0902", "unmapped-parameter", Error, "15.2");

/// Nothing is mapped to the inputs `names`, which are defined at `places`; mappings stand at `span`.
pub(crate) fn inputs(span: Span, names: &str, count: usize, places: impl Iterator<Item = Span>) -> Diagnostic {
    let (noun, them) = if count == 1 { ("input", "it") } else { ("inputs", "them") };
    let diagnostic = Diagnostic::new(&CODE, span, format!("no property is mapped to {noun} {names}"))
        .label(format!("a substituted node provides no value for {them}"));
    places
        .fold(diagnostic, |diagnostic, place| diagnostic.also(place, "required, has no default"))
        .help(format!("map a property to {them}, or add a `default` or `required: false` to {them}"))
}

/// The input `name` may get no value, for `reason`, said at `place`.
pub(crate) fn maybe(span: Span, name: &str, reason: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("input {} may have no value", quoted(name)))
        .at_level(Level::Warning)
        .label(reason.to_owned())
        .also(place, "optional here")
        .help("add a `default` or `required: false` to the input, or map another property to it")
}

/// Nothing gives a value to the inputs `names` of `workflow`, which carries out `operation`.
pub(crate) fn workflow(
    span: Span,
    names: &str,
    workflow: &str,
    operation: &str,
    places: impl Iterator<Item = Span>,
) -> Diagnostic {
    let (workflow, operation) = (quoted(workflow), quoted(operation));
    let diagnostic = Diagnostic::new(&CODE, span, format!("workflow {workflow} gets no value for input {names}"))
        .at_level(Level::Warning)
        .label(format!("operation {operation} has no such input"));
    places
        .fold(diagnostic, |diagnostic, place| diagnostic.also(place, "required, has no default"))
        .help("add a `default`, or define an input of this name for the operation")
}

/// Nothing gives a value to the outputs `names` of `operation`, which `workflow` carries out.
pub(crate) fn operation(
    span: Span,
    names: &str,
    operation: &str,
    workflow: &str,
    places: impl Iterator<Item = Span>,
) -> Diagnostic {
    let (workflow, operation) = (quoted(workflow), quoted(operation));
    let diagnostic = Diagnostic::new(&CODE, span, format!("operation {operation} gets no value for output {names}"))
        .at_level(Level::Warning)
        .label(format!("workflow {workflow} has no such output"));
    places.fold(diagnostic, |diagnostic, place| diagnostic.also(place, "defined here")).help("add it to the outputs of the workflow")
}

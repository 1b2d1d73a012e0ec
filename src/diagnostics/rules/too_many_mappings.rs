//! `too-many-mappings`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};
use crate::diagnostics::text::COUNT_RANGE;
use crate::diagnostics::Advice;

declare_rule!("T0906", "too-many-mappings", Error, "15.5.4");

/// Reports that requirement `name` has `total` mappings, but nodes have at most `max` assignments.
pub(crate) fn total(span: Span, name: &str, total: u64, max: u64, range_span: Span) -> Diagnostic {
    let name = quoted(name);
    Diagnostic::new(&RULE, span, format!("requirement {name} has {total} mappings but at most {max} assignments"))
        .label("no assignment left")
        .also(range_span, "number of assignments")
        .help("remove mappings, or map to a list of targets, which counts as one")
}

/// Reports that the service needs `needed` relationships of requirement `name`, but nodes may have only
/// `min`.
pub(crate) fn needed(span: Span, name: &str, needed: u64, min: u64, range_span: Span) -> Diagnostic {
    let name = quoted(name);
    let certain = if min == 0 { "none".to_owned() } else { format!("only {min}") };
    let nodes = if needed == 1 { "1 node".to_owned() } else { format!("{needed} nodes") };
    let message = format!("the service needs {nodes} from requirement {name}, but {certain} is certain");
    Diagnostic::new(&RULE, span, message)
        .at_level(Level::Warning)
        .label("its target must also be fulfilled")
        .also(range_span, "number of assignments")
        .help(Advice::MakeTargetsOptional)
}

/// Reports that requirement `name` of node template `template` gets `total` nodes, but allows at most `max`.
pub(crate) fn for_template(span: Span, name: &str, template: &str, total: u64, max: u64, range_span: Span) -> Diagnostic {
    let (name, template) = (quoted(name), quoted(template));
    let message = format!("requirement {name} of node template {template} gets {total} nodes but allows at most {max}");
    Diagnostic::new(&RULE, span, message)
        .label("exceeds the maximum")
        .also(range_span, "number of relationships")
        .help(format!("map to another requirement, or widen the {COUNT_RANGE} of this one"))
}

//! `too-many-mappings`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0906", "too-many-mappings", Error, "15.5.4");

/// `total` mappings of requirement `name`, of which nodes have at most `most`.
pub(crate) fn total(span: Span, name: &str, total: u64, most: u64, place: Span) -> Diagnostic {
    let name = quoted(name);
    Diagnostic::new(&CODE, span, format!("{total} mappings for requirement {name}, of which there are at most {most}"))
        .label("nothing is left for this one")
        .also(place, "this is how many there are")
        .help("remove mappings, or map onto a list of targets: it counts as one")
}

/// The service needs `needed` relationships of requirement `name`, of which nodes may have `least` only.
pub(crate) fn needed(span: Span, name: &str, needed: u64, least: u64, place: Span) -> Diagnostic {
    let name = quoted(name);
    let certain = if least == 0 { "none".to_owned() } else { format!("only {least}") };
    let nodes = if needed == 1 { "1 node".to_owned() } else { format!("{needed} nodes") };
    let message = format!("the service needs {nodes} from requirement {name}, of which {certain} is certain");
    Diagnostic::new(&CODE, span, message)
        .at_level(Level::Warning)
        .label("its target must be fulfilled, too")
        .also(place, "this is how many there are")
        .help("make targets optional: `optional: true` in the assignment, or 0 as lower bound of `count_range`")
}

/// `total` nodes for requirement `name` of node template `template`, which takes `most`.
pub(crate) fn onto(span: Span, name: &str, template: &str, total: u64, most: u64, place: Span) -> Diagnostic {
    let (name, template) = (quoted(name), quoted(template));
    let message = format!("{total} nodes for requirement {name} of node template {template}, which takes at most {most}");
    Diagnostic::new(&CODE, span, message)
        .label("one too many is mapped here")
        .also(place, "this is how many it takes")
        .help("map to another requirement, or make the range of this one wider")
}

//! `unknown-part`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};
use crate::diagnostics::text::{COUNT, LENGTH};

declare_code!("T0713", "unknown-part", Error, "10.2.1.1");

/// The step `step` at `span` does not exist, for `reason`.
pub(crate) fn new(span: Span, step: &str, reason: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{} does not exist: {reason}", quoted(step))).label("not found");
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => diagnostic.help("use a part that the type defines"),
    }
}

/// The `value` that the input has here lacks the entry `step` at `span`.
pub(crate) fn not_in_value(span: Span, step: &str, value: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("the value of the input has no entry {}", quoted(step)))
        .label("missing entry");
    value
        .map_or(diagnostic.clone(), |value| diagnostic.also(value, "value of the input"))
        .help("add the entry to the value, or use an existing entry")
}

/// The value at `place` has no entry `step`; `settled` where no other value can be given.
pub(crate) fn not_written(span: Span, step: &str, place: Span, settled: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("the value has no entry {}", quoted(step)));
    if settled {
        return diagnostic.label("missing entry").also(place, "value").help("use an existing entry");
    }
    diagnostic
        .at_level(Level::Warning)
        .label("missing, unless another value is given")
        .also(place, "default value")
        .help("add the entry to the default, or use an existing entry")
}

/// `$node_index` at `span` counts nodes, which are more than the `length` entries of the list at `place`.
pub(crate) fn fewer_than_nodes(span: Span, length: usize, nodes: u64, place: Span) -> Diagnostic {
    let entries = if length == 1 { "1 entry".to_owned() } else { format!("{length} entries") };
    Diagnostic::new(&CODE, span, format!("the list has fewer entries than the {nodes} nodes"))
        .at_level(crate::diagnostics::Level::Warning)
        .label(format!("index goes up to {}", nodes - 1))
        .also(place, format!("{entries}, unless another list is given"))
        .help(format!("add an entry for each node, or compute {COUNT} from the {LENGTH} of the list"))
}

//! `no-such-part`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0713", "no-such-part", Error, "10.2.1.1");

/// The step `step` at `span` leads nowhere, for `reason`.
pub(crate) fn found(span: Span, step: &str, reason: &str, near: Option<&str>) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("there is no {} here: {reason}", quoted(step))).label(reason);
    match near {
        Some(near) => found
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => found.help("name a part that the type has"),
    }
}

/// The `value` that the input has here lacks the entry `step` at `span`.
pub(crate) fn not_in_value(span: Span, step: &str, value: Option<Span>) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("the value of the input has no entry {}", quoted(step)))
        .label("not there");
    value
        .map_or(found.clone(), |value| found.also(value, "the value"))
        .help("give a longer value, or ask for an entry that it has")
}

/// The value at `place` has no entry `step`; `settled` where no other value can be given.
pub(crate) fn not_written(span: Span, step: &str, place: Span, settled: bool) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("the value has no entry {}", quoted(step)));
    if settled {
        return found.label("not there").also(place, "the value").help("ask for an entry that is there");
    }
    found
        .at_level(Level::Warning)
        .label("not there unless another value is given")
        .also(place, "the default")
        .help("make the default longer, or ask for an entry that it has")
}

/// `$node_index` at `span` counts nodes, which are more than the `length` entries of the list at `place`.
pub(crate) fn fewer_than_nodes(span: Span, length: usize, nodes: u64, place: Span) -> Diagnostic {
    let entries = if length == 1 { "1 entry".to_owned() } else { format!("{length} entries") };
    Diagnostic::new(&CODE, span, format!("there is not an entry for each of the {nodes} nodes"))
        .at_level(crate::diagnostics::Level::Warning)
        .label(format!("goes up to {}", nodes - 1))
        .also(place, format!("only {entries} unless another list is given"))
        .help("give the list as many entries as there are nodes, or make `count` depend on its `$length`")
}

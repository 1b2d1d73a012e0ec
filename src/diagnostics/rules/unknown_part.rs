//! `unknown-part`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};
use crate::diagnostics::text::{COUNT, LENGTH};

declare_rule!("T0713", "unknown-part", Error, "10.2.1.1", needs [Definitions, Result]);

/// Where a value is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValuePlace {
    /// Nowhere in particular: it is validated.
    Validated,
    /// It is given here.
    Given(Span),
    /// It is given for an input here.
    Input(Span),
    /// It is the default here, which another value for an input may replace.
    InputDefault(Span),
}

/// Reports that the step `step` at `span` does not exist; `reason` says why, and `has_parts` whether the
/// value has other parts.
pub(crate) fn new(span: Span, step: &str, reason: &str, has_parts: bool, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} does not exist: {reason}", quoted(step))).misses([step]).label("not found");
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None if !has_parts => diagnostic.help(format!("remove {}", quoted(step))),
        None => diagnostic.help("use a part that the type defines"),
    }
}

/// Reports that a value has no entry `step`, as read at `span`.
pub(crate) fn not_in_value(span: Span, step: &str, place: ValuePlace) -> Diagnostic {
    let value = if matches!(place, ValuePlace::Input(_)) { "the value of the input" } else { "the value" };
    let diagnostic = Diagnostic::new(&RULE, span, format!("{value} has no entry {}", quoted(step))).misses([step]);
    let diagnostic = match place {
        ValuePlace::InputDefault(_) => {
            diagnostic.at_level(Level::Warning).label("missing, unless another value is given")
        }
        _ => diagnostic.label("missing entry"),
    };
    written(diagnostic, place).help("add the entry to the value, or use an existing entry")
}

/// Adds the place where a value is written.
fn written(diagnostic: Diagnostic, place: ValuePlace) -> Diagnostic {
    match place {
        ValuePlace::Validated => diagnostic,
        ValuePlace::Given(span) => diagnostic.also(span, "value"),
        ValuePlace::Input(span) => diagnostic.also(span, "value of the input"),
        ValuePlace::InputDefault(span) => diagnostic.also(span, "default value"),
    }
}

/// Reports that the value at `value_span` has no entry `step`. It is a default that other values may replace
/// unless `is_fixed`.
pub(crate) fn not_in_literal(span: Span, step: &str, value_span: Span, is_fixed: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("the value has no entry {}", quoted(step))).misses([step]);
    if is_fixed {
        return diagnostic.label("missing entry").also(value_span, "value").help("use an existing entry");
    }
    diagnostic
        .at_level(Level::Warning)
        .label("missing, unless another value is given")
        .also(value_span, "default value")
        .help("add the entry to the default, or use an existing entry")
}

/// Reports that `$node_index` at `span` exceeds the list at `list_span`: there are more `nodes` than the
/// `length` entries.
pub(crate) fn fewer_than_nodes(span: Span, length: usize, nodes: u64, list_span: Span) -> Diagnostic {
    let entries = if length == 1 { "1 entry".to_owned() } else { format!("{length} entries") };
    Diagnostic::new(&RULE, span, format!("the list has fewer entries than the {nodes} nodes"))
        .at_level(crate::diagnostics::Level::Warning)
        .label(format!("index goes up to {}", nodes - 1))
        .also(list_span, format!("{entries}, unless another list is given"))
        .help(format!("add an entry for each node, or compute {COUNT} from the {LENGTH} of the list"))
}

//! `dangling-reference`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1123", "dangling-reference", Error, "");

/// Where a reference is, if conditions can be added there.
#[derive(Clone, Copy)]
pub(crate) enum Conditional {
    /// The value of a property in a map.
    Property,
    /// An output.
    Output,
}

/// Returns how to add conditions where a reference is, or `otherwise` if it is elsewhere.
fn help(place: Option<Conditional>, otherwise: &'static str) -> &'static str {
    match place {
        Some(Conditional::Property) => {
            "give the property the same conditions: in a list, `- name: { value: …, conditions: … }`"
        }
        Some(Conditional::Output) => "give the output the same `conditions`",
        None => otherwise,
    }
}

/// Reports that `source`, at `place`, names `element`, declared at `element_span`, which is absent.
pub(crate) fn new(
    span: Span,
    source: &str,
    (element, element_span): (&str, Span),
    place: Option<Conditional>,
) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} refers to {element}, which is absent", quoted(source)))
        .label("refers to it")
        .also(element_span, "absent")
        .help(help(place, "give both the same conditions"))
}

/// Reports that all elements that `source`, at `place`, names are absent.
pub(crate) fn all_absent(span: Span, source: &str, place: Option<Conditional>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("all elements that {} refers to here are absent", quoted(source)))
        .label("refers to nothing")
        .help(help(place, "give the referring element the same conditions"))
}

/// Reports that `source`, at `place`, refers to the relationship with this index, which is absent.
pub(crate) fn index(span: Span, source: &str, index: u32, place: Option<Conditional>) -> Diagnostic {
    let message = format!("{} refers to relationship {index}, which is absent", quoted(source));
    Diagnostic::new(&RULE, span, message)
        .label("indexes count from 0")
        .help(help(place, "use a smaller index, or give the referring element the same conditions"))
}

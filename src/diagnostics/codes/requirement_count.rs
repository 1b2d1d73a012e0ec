//! `requirement-count`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::{COUNT, COUNT_RANGE};
use crate::diagnostics::Advice;

declare_code!("T0815", "requirement-count", Error, "8.5.4");

/// So many relationships in words: `1 relationship`, `2 relationships`.
fn relationships(count: u64) -> String {
    if count == 1 { "1 relationship".to_owned() } else { format!("{count} relationships") }
}

/// The same of relationships that are not optional.
fn non_optional(count: u64) -> String {
    relationships(count).replace(' ', " non-optional ")
}

/// With the assignment at `span`, requirement `name` has at least `count` relationships, more than the range
/// at `place` allows; `counted` tells whether a `count` is written.
pub(crate) fn too_many(span: Span, name: &str, count: u64, most: u64, place: Span, counted: bool) -> Diagnostic {
    let message =
        format!("requirement {} has {}, but at most {most} are allowed", quoted(name), relationships(count));
    Diagnostic::new(&CODE, span, message)
        .label("too many with this one")
        .also(place, format!("at most {most}"))
        .help(format!(
            "{}, or raise the upper bound of this {COUNT_RANGE}",
            if counted { format!("remove assignments or lower a {COUNT}") } else { "remove assignments".to_owned() }
        ))
}

/// The assignments of requirement `name`, the first of them at `span`, come to `count` relationships, fewer
/// than the range at `place` demands; only those count that are not optional, where `optional` ones are
/// left out. `counted` tells whether a `count` is written.
pub(crate) fn too_few(
    span: Span,
    name: &str,
    (count, optional): (u64, u64),
    least: u64,
    place: Span,
    counted: bool,
) -> Diagnostic {
    if optional > 0 {
        let message = format!(
            "requirement {} has {}, but at least {least} are required",
            quoted(name),
            non_optional(count)
        );
        return Diagnostic::new(&CODE, span, message)
            .label(format!("plus {optional} optional"))
            .also(place, format!("at least {least}"))
            .help(format!("{advice}, add assignments, or lower the lower bound of this {COUNT_RANGE}", advice = Advice::MakeMandatory));
    }
    let message =
        format!("requirement {} has {}, but at least {least} are required", quoted(name), relationships(count));
    Diagnostic::new(&CODE, span, message)
        .label("first assignment")
        .also(place, format!("at least {least}"))
        .help(format!(
            "{}, or lower the lower bound of this {COUNT_RANGE}",
            if counted { format!("add assignments or raise a {COUNT}") } else { "add assignments".to_owned() }
        ))
        .note("explicit assignments replace the implicit one")
}

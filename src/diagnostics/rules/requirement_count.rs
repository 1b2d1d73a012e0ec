//! `requirement-count`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::{COUNT, COUNT_RANGE};
use crate::diagnostics::Advice;

declare_rule!("T0815", "requirement-count", Error, "8.5.4", needs [PartsAround]);

/// Returns the count with its noun: `1 relationship`, `2 relationships`.
fn relationships(count: u64) -> String {
    if count == 1 { "1 relationship".to_owned() } else { format!("{count} relationships") }
}

/// Returns the count of relationships that are not optional, with its noun.
fn non_optional_relationships(count: u64) -> String {
    if count == 1 { "1 non-optional relationship".to_owned() } else { format!("{count} non-optional relationships") }
}

/// Reports that, with the assignment at `span`, requirement `name` has at least `count` relationships, but at
/// most `max` are allowed at `range_span`. `has_count` is whether a `count` is written.
pub(crate) fn too_many(span: Span, name: &str, count: u64, max: u64, range_span: Span, has_count: bool) -> Diagnostic {
    let message =
        format!("requirement {} has {}, but at most {max} are allowed", quoted(name), relationships(count));
    Diagnostic::new(&RULE, span, message)
        .misses([name])
        .label("too many with this one")
        .also(range_span, format!("at most {max}"))
        .help(format!(
            "{}, or raise the upper bound of this {COUNT_RANGE}",
            if has_count { format!("remove assignments or lower a {COUNT}") } else { "remove assignments".to_owned() }
        ))
}

/// Reports that the assignments of requirement `name`, the first of them at `span`, have only `count`
/// relationships, but at least `min` are required at `range_span`. If `optional` is not 0, `count` excludes
/// that number of optional relationships. `has_count` is whether a `count` is written.
pub(crate) fn too_few(
    span: Span,
    name: &str,
    (count, optional): (u64, u64),
    min: u64,
    range_span: Span,
    has_count: bool,
) -> Diagnostic {
    if optional > 0 {
        let message = format!(
            "requirement {} has {}, but at least {min} are required",
            quoted(name),
            non_optional_relationships(count)
        );
        return Diagnostic::new(&RULE, span, message)
            .misses([name])
            .label(format!("plus {optional} optional"))
            .also(range_span, format!("at least {min}"))
            .help(format!("{advice}, add assignments, or lower the lower bound of this {COUNT_RANGE}", advice = Advice::MakeMandatory));
    }
    let message =
        format!("requirement {} has {}, but at least {min} are required", quoted(name), relationships(count));
    Diagnostic::new(&RULE, span, message)
        .misses([name])
        .label("first assignment")
        .also(range_span, format!("at least {min}"))
        .help(format!(
            "{}, or lower the lower bound of this {COUNT_RANGE}",
            if has_count { format!("add assignments or raise a {COUNT}") } else { "add assignments".to_owned() }
        ))
        .note("explicit assignments replace the implicit one")
}

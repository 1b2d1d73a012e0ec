//! `left-unmapped`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0907", "left-unmapped", Warning, "15.5.5");

/// Assignments of requirement `name` behind the first `mapped` are left, since there is no upper bound.
pub(crate) fn rest(span: Span, name: &str, mapped: u64, place: Span) -> Diagnostic {
    let message = format!("only {mapped} of any number of assignments of requirement {} are mapped", quoted(name));
    Diagnostic::new(&CODE, span, message)
        .label("the last mapping")
        .also(place, "there is no upper bound")
        .help(format!("map what is left: `[ {name}, UNBOUNDED ]: …`"))
}

/// The capabilities `names` of `holder`, defined at `places`, are not mapped.
pub(crate) fn capabilities(
    span: Span,
    names: &str,
    count: usize,
    holder: &str,
    places: impl Iterator<Item = Span>,
) -> Diagnostic {
    let (noun, verb) = if count == 1 { ("capability", "is") } else { ("capabilities", "are") };
    let found = Diagnostic::new(&CODE, span, format!("{noun} {names} of {holder} {verb} not mapped"))
        .at_level(Level::Info)
        .label("relationships to it end at the substituted node");
    places
        .fold(found, |found, place| found.also(place, "defined here"))
        .help("map it onto a capability of a node of this service, if one stands for it")
}

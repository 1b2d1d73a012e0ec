//! `incomplete-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0907", "incomplete-mapping", Warning, "15.5.5");

/// Assignments of requirement `name` behind the first `mapped` are left, since there is no upper bound.
pub(crate) fn rest(span: Span, name: &str, mapped: u64, place: Span) -> Diagnostic {
    let mapped = match mapped {
        1 => "the first assignment".to_owned(),
        _ => format!("the first {mapped} assignments"),
    };
    let message = format!("requirement {} is mapped only for {mapped}", quoted(name));
    Diagnostic::new(&CODE, span, message)
        .label("last mapping")
        .also(place, "no upper bound")
        .help(format!("map the rest: `[ {name}, UNBOUNDED ]: …`"))
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
    let diagnostic = Diagnostic::new(&CODE, span, format!("{noun} {names} of {holder} {verb} not mapped"))
        .at_level(Level::Info)
        .label("no target inside this service");
    places
        .fold(diagnostic, |diagnostic, place| diagnostic.also(place, "defined here"))
        .help("map it to a capability of a node of this service, if one corresponds to it")
}

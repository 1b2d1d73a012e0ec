//! `incomplete-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0907", "incomplete-mapping", Warning, "15.5.5", needs [Service, PartsAround]);

/// Reports that only the first `mapped` assignments of requirement `name` are mapped, although `range_span`
/// has no upper bound.
pub(crate) fn requirement(span: Span, name: &str, mapped: u64, range_span: Span) -> Diagnostic {
    let mapped = match mapped {
        1 => "the first assignment".to_owned(),
        _ => format!("the first {mapped} assignments"),
    };
    let message = format!("requirement {} is mapped only for {mapped}", quoted(name));
    Diagnostic::new(&RULE, span, message)
        .misses([name])
        .label("last mapping")
        .also(range_span, "no upper bound")
        .help(format!("map the rest: `[ {name}, UNBOUNDED ]: …`"))
}

/// Reports that the capabilities `names` of `owner`, defined at `definition_spans`, are not mapped.
pub(crate) fn capabilities(
    span: Span,
    names: &str,
    count: usize,
    owner: &str,
    definition_spans: impl Iterator<Item = Span>,
) -> Diagnostic {
    let (noun, verb) = if count == 1 { ("capability", "is") } else { ("capabilities", "are") };
    let diagnostic = Diagnostic::new(&RULE, span, format!("{noun} {names} of {owner} {verb} not mapped"))
        .at_level(Level::Info)
        .label("no target inside this service");
    definition_spans
        .fold(diagnostic, |diagnostic, definition_span| diagnostic.also(definition_span, "defined here"))
        .help("map it to a capability of a node of this service, if one corresponds to it")
}

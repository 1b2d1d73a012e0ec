//! `requirement-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::Advice;

declare_code!("T0820", "requirement-cycle", Warning, "8.5");

/// The one node of the template `name` is the target of its own requirement at `span`.
pub(crate) fn own(span: Span, name: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} requires itself", quoted(name)))
        .label("node template of this requirement")
        .also(place, "has a single node")
        .help("use another node template")
}

/// Each of the templates needs the next one, named at `places`, before it can be there, and the last the
/// first; the first step is at `span`.
pub(crate) fn new(span: Span, names: &[&str], places: &[Span]) -> Diagnostic {
    const MOST: usize = 8;
    let mut shown: Vec<String> = names.iter().take(MOST).map(|name| quoted(name)).collect();
    if names.len() > MOST {
        shown.push(format!("… {} more …", names.len() - MOST));
    }
    shown.extend(names.first().map(|name| quoted(name)));
    let first = names.first().copied().unwrap_or_default();
    let diagnostic = Diagnostic::new(&CODE, span, format!("{} depends on itself", quoted(first)));
    let diagnostic = diagnostic.label(shown.join(" → "));
    let rest = places.iter().zip(names).skip(1).take(MOST - 1);
    let diagnostic =
        rest.fold(diagnostic, |diagnostic, (place, name)| diagnostic.also(*place, format!("required by {}", quoted(name))));
    diagnostic.help(format!("remove one of these requirements, {advice}, or use a relationship type that implies no order", advice = Advice::MakeItOptional))
}

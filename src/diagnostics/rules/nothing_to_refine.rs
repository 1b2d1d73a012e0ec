//! `nothing-to-refine`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0503", "nothing-to-refine", Error, "8.2", needs [Definitions]);

/// Reports that `owner`, named at `owner_span`, has no `kind` named `name`, as at `span`.
pub(crate) fn new(
    span: Span,
    kind: &str,
    name: &str,
    owner: &str,
    owner_span: Option<Span>,
    suggestion: Option<&str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{owner} has no {kind} {}", quoted(name)))
        .misses([name])
        .label("nothing to refine");
    let diagnostic = match owner_span {
        Some(owner_span) => diagnostic.also(owner_span, "type declared here"),
        None => diagnostic,
    };
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help("remove it, or define it in the type; only existing definitions can be refined here"),
    }
}

/// Reports that the `kind` named `name` has a value at `span`, but is not inherited.
pub(crate) fn value(span: Span, kind: &str, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{kind} {} has a value, but is not inherited", quoted(name)))
        .misses([name])
        .label("nothing to refine");
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help(format!("write `{name}: {{ type: …, value: … }}` to define a new {kind}")),
    }
}

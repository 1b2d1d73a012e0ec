//! `nothing-to-refine`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0503", "nothing-to-refine", Error, "8.2");

/// There is no `kind` called `name`, at `span`, in `holder`, which is named at `place`.
pub(crate) fn new(
    span: Span,
    kind: &str,
    name: &str,
    holder: &str,
    place: Option<Span>,
    near: Option<&str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{holder} has no {kind} {}", quoted(name)))
        .label("nothing to refine");
    let diagnostic = match place {
        Some(place) => diagnostic.also(place, "type declared here"),
        None => diagnostic,
    };
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => diagnostic.help("remove it, or define it in the type; only existing definitions can be refined here"),
    }
}

/// The `kind` called `name`, at `span`, is given a value, but nothing of that name is inherited.
pub(crate) fn value(span: Span, kind: &str, name: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{kind} {} has a value, but is not inherited", quoted(name)))
        .label("nothing to refine");
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => diagnostic.help(format!("write `{name}: {{ type: …, value: … }}` to define a new {kind}")),
    }
}

//! `nothing-to-refine`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0503", "nothing-to-refine", Error, "8.2");

/// There is no `kind` called `name`, at `span`, in `holder`, which is named at `place`.
pub(crate) fn found(
    span: Span,
    kind: &str,
    name: &str,
    holder: &str,
    place: Option<Span>,
    near: Option<&str>,
) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("{holder} has no {kind} {}", quoted(name)))
        .label("nothing to refine");
    let found = match place {
        Some(place) => found.also(place, "the type is named here"),
        None => found,
    };
    match near {
        Some(near) => found
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => found.help("remove it, or define it in the type: here it can only be refined"),
    }
}

/// The `kind` called `name`, at `span`, is given a value, but nothing of that name is inherited.
pub(crate) fn value(span: Span, kind: &str, name: &str, near: Option<&str>) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("{kind} {} is not inherited, so a value cannot refine it", quoted(name)))
        .label("nothing to refine");
    match near {
        Some(near) => found
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => found.help(format!("to define something new, write `{name}: {{ type: …, value: … }}`")),
    }
}

//! `unknown-member`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, list, quoted};

declare_code!("T0801", "unknown-member", Error, "7.2");

/// `holder` has no `kind` called `name`, which is assigned at `span`.
pub(crate) fn found(span: Span, kind: &str, name: &str, holder: &str, near: Option<&str>) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("{holder} has no {kind} {}", quoted(name)));
    match near {
        Some(near) => found
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => found.help("remove it, or define it in the type"),
    }
}

/// None of `holder`, or not all, have the `kind` called `name` at `span`: the `lacking` do not, each with
/// its definition. Where some have it, this is a warning.
pub(crate) fn of_targets(
    span: Span,
    (kind, name): (&str, &str),
    holder: &str,
    lacking: &[(&str, Span)],
    some: bool,
    near: Option<&str>,
) -> Diagnostic {
    const MOST: usize = 4;
    let mut names: Vec<String> = lacking.iter().take(MOST).map(|(name, _)| quoted(name)).collect();
    if lacking.len() > MOST {
        names.push(format!("{} more", lacking.len() - MOST));
    }
    let message = if some {
        format!("not all of {holder} have the {kind} {}", quoted(name))
    } else {
        format!("none of {holder} has the {kind} {}", quoted(name))
    };
    let mut found = Diagnostic::new(&CODE, span, message).label(format!("not in {}", list(&names, "and")));
    for (_, place) in lacking.iter().take(MOST) {
        found = found.also(*place, "does not have it");
    }
    match near {
        Some(near) => found
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None if some => found.help("act on those that have it only"),
        None => found.help(format!("name {} of the targets, or name other targets", crate::diagnostics::with_article(kind))),
    }
    .at_level(if some { Level::Warning } else { Level::Error })
}

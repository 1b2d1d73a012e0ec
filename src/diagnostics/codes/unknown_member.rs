//! `unknown-member`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Alternatives, Level, list, quoted};

declare_code!("T0801", "unknown-member", Error, "7.2");

/// `holder` has no `kind` called `name`, which is assigned at `span`.
pub(crate) fn new(span: Span, kind: &str, name: &str, holder: &str, alternatives: &Alternatives<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{holder} has no {kind} {}", quoted(name)));
    alternatives.add_help(diagnostic, span, kind, &format!("define {} in the type", quoted(name)))
}

/// None of `holder`, or not all, have the `kind` called `name` at `span`: the `lacking` do not, each with
/// its definition. Where some have it, this is a warning.
pub(crate) fn of_targets(
    span: Span,
    (kind, name): (&str, &str),
    holder: &str,
    lacking: &[(&str, Span)],
    some: bool,
    alternatives: &Alternatives<'_>,
) -> Diagnostic {
    const MOST: usize = 4;
    let mut names: Vec<String> = lacking.iter().take(MOST).map(|(name, _)| quoted(name)).collect();
    if lacking.len() > MOST {
        names.push(format!("{} more", lacking.len() - MOST));
    }
    let message = if some {
        format!("some of {holder} have no {kind} {}", quoted(name))
    } else {
        format!("none of {holder} has {kind} {}", quoted(name))
    };
    let mut diagnostic = Diagnostic::new(&CODE, span, message).label(format!("missing in {}", list(&names, "and")));
    for (_, place) in lacking.iter().take(MOST) {
        diagnostic = diagnostic.also(*place, format!("has no such {kind}"));
    }
    if some {
        diagnostic.help("use only targets that have it")
    } else {
        alternatives.add_help(diagnostic, span, kind, "use other targets")
    }
    .at_level(if some { Level::Warning } else { Level::Error })
}

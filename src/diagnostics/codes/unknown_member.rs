//! `unknown-member`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

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

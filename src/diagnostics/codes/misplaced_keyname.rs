//! `misplaced-keyname`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0533", "misplaced-keyname", Warning, "11.1");

/// The `kind` called `name` at `span` is named like a keyname.
pub(crate) fn found(span: Span, kind: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is read as the name of an {kind}", quoted(name)))
        .label("also a keyname: probably indented too deeply")
        .help(format!("move it out of `{kind}s` if the keyname is meant; else give the {kind} another name, or write its value as `{{ value: … }}`"))
}

//! `unknown-setting`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0009", "unknown-setting", Error, "");

/// Reports that there is no setting `name`; `all` lists the settings.
pub(crate) fn new(span: Span, name: &str, suggestion: Option<&str>, all: &str) -> Diagnostic {
    let help = match suggestion {
        Some(suggestion) => format!("did you mean `{suggestion}`?"),
        None => format!("the settings are {all}"),
    };
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown setting {}", quoted(name))).help(help);
    match suggestion {
        Some(suggestion) => diagnostic.fix(format!("replace with `{suggestion}`"), span, suggestion),
        None => diagnostic,
    }
}

/// Reports a section `name` with settings in it.
pub(crate) fn section(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown setting {}", quoted(name)))
        .label("settings have no section")
        .help(format!("remove `[{name}]`, and write its settings at the start of the file"))
}

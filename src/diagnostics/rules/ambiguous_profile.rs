//! `ambiguous-profile`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::IMPORT_URL;

declare_rule!("T0311", "ambiguous-profile", Warning, "6.7.1");

/// Reports that several files declare the profile named at `span`; the first of `declarations` is used.
pub(crate) fn new(span: Span, name: &str, declarations: &[Span]) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("several files declare the profile {}", quoted(name)))
        .help(format!("use a unique name for each profile, or import the file by `{IMPORT_URL}`"));
    for (index, &declaration_span) in declarations.iter().enumerate() {
        diagnostic = diagnostic.also(declaration_span, if index == 0 { "this one is used" } else { "also declared here" });
    }
    diagnostic
}

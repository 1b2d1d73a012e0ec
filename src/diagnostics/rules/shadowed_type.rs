//! `shadowed-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0411", "shadowed-type", Warning, "6.8.4");

/// Reports that the type `name`, defined at `span`, hides the imported type at `imported`; `is_alike` if both have
/// the same definition.
pub(crate) fn new(span: Span, kind: &str, name: &str, imported: Span, is_alike: bool) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(&RULE, span, format!("{kind} {} shadows an imported {kind}", quoted(name)))
            .label("this one is used")
            .also(imported, "this one is shadowed");
    if is_alike {
        return diagnostic
            .note("both definitions are alike, but define two different types")
            .help("remove this definition, or import the other file with a `namespace`");
    }
    diagnostic.help("rename this type, or import the other file with a `namespace`")
}

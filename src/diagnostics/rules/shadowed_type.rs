//! `shadowed-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, keyname, quoted};

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
            .help(format!("remove this definition, or import the other file with a {}", keyname("namespace")));
    }
    diagnostic.help(format!("rename this type, or import the other file with a {}", keyname("namespace")))
}

/// Reports that the type `name`, defined at `span`, repeats the definition of the imported type at `imported`.
pub(crate) fn repeated(span: Span, kind: &str, name: &str, imported: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{kind} {} repeats an imported {kind}", quoted(name)))
        .at_level(Level::Info)
        .label("this one is used")
        .also(imported, "defined alike here")
        .note("both definitions are alike, and taken as one type")
        .help("remove one of them")
}

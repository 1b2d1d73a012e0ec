//! `not-imported`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0412", "not-imported", Warning, "6.8.4");

/// Reports that `name` is defined at `definition` in the file `path`, which the file does not import, but which the file
/// `importer` imports together with it.
pub(crate) fn new(span: Span, name: &str, definition: Span, path: &str, importer: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is defined in a file that is not imported here", quoted(name)))
        .label("found outside of the imports of this file")
        .also(definition, "defined here")
        .note(format!("it is found because {} imports both files", quoted(importer)))
        .help(format!("import {} in this file", quoted(path)))
}

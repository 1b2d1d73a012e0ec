//! `import-in-other-case`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0330", "import-in-other-case", Warning, "6.8.2.2");

/// Reports that the URL at `span` only refers to the file `spelled` because this file system ignores case.
pub(crate) fn new(span: Span, url: &str, spelled: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("import {} differs in case from file {}", quoted(url), quoted(spelled)))
        .help(format!("write {}", quoted(spelled)))
        .note(format!("on case-sensitive systems, {} does not exist", quoted(url)))
        .fix(format!("write {}", quoted(spelled)), span, spelled)
}

//! `import-in-other-case`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0330", "import-in-other-case", Warning, "6.8.2.2");

/// The URL at `span` leads to a file only because this system makes no difference between `A` and `a`.
pub(crate) fn new(span: Span, url: &str, spelled: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("import {} differs in case from file {}", quoted(url), quoted(spelled)))
        .help(format!("write {}", quoted(spelled)))
        .note(format!("on case-sensitive systems, {} does not exist", quoted(url)))
        .fix(format!("write {}", quoted(spelled)), span, spelled)
}

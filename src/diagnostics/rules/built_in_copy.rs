//! `built-in-copy`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0323", "built-in-copy", Info, "6.8.2.2");

/// Reports that the built-in types at `path` are used for the import of `url` at `span`.
pub(crate) fn new(span: Span, url: &str, path: &str, is_remote: bool) -> Diagnostic {
    let name = url.rsplit('/').next().unwrap_or(url);
    let label = if is_remote { "URLs are not fetched" } else { "no such file" };
    Diagnostic::new(&RULE, span, format!("the built-in copy of {} is used", quoted(name)))
        .label(label)
        .note(format!("the copy is {}; all imports of such a file that does not exist share it", quoted(path)))
}

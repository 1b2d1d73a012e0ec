//! `repository-by-folders`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0322", "repository-by-folders", Info, "6.8.2");

/// Reports that the `count` files in the folders of `root` see each other without imports.
pub(crate) fn new(span: Span, root: &str, count: usize) -> Diagnostic {
    let message = format!("the files in the folders of {} need no imports", quoted(root));
    Diagnostic::new(&RULE, span, message)
        .label("this file imports nothing")
        .note(format!("its {count} files are in folders such as `nodetypes/<namespace>/<name>/`, so that names are found in all of them"))
}

//! `colliding-xml-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1222", "colliding-xml-name", Warning, "");

/// Reports that `name` would become `changed`, which is taken, and becomes `free`.
pub(crate) fn new(span: Span, name: &str, changed: &str, free: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} becomes {} in TOSCA 2.0", quoted(name), quoted(free)))
        .label(format!("{} is taken", quoted(changed)))
        .help("rename one of them")
}

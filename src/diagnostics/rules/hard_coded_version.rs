//! `hard-coded-version`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::text::GET_INPUT;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T9013", "hard-coded-version", Warning, "9.1.2.3");

/// Reports that the version at `span` is a fixed value of the property or input `name`; `version` is how it is written.
pub(crate) fn new(span: Span, name: &str, version: &str) -> Diagnostic {
    let definition = quoted(&format!("{name}: {{ type: version, default: {version} }}"));
    Diagnostic::new(&RULE, span, format!("hard-coded version of {}", quoted(name)))
        .label("another version needs another file")
        .help(format!("define {definition} under `inputs:` of the service template, and write `{{ {GET_INPUT:#}: {name} }}` here"))
}

//! `unconverted-xml-element`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1204", "unconverted-xml-element", Warning, "");

/// Reports that `name` is neither checked nor converted.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not checked or converted", quoted(name)))
        .label("an addition of Winery that is not part of a service")
        .help("keep it for Winery; TOSCA 2.0 has nothing in its place")
}

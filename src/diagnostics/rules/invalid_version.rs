//! `invalid-version`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0214", "invalid-version", Error, "9.1.2.3");

/// Reports that the version at `span` does not follow the grammar of TOSCA versions.
pub(crate) fn new(span: Span, version: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not a valid TOSCA version", quoted(version)))
        .label("expected major.minor[.fix[.qualifier[-build]]]")
        .help("use a string such as `\"1.0\"`, `\"2.1.3\"` or `\"2.1.3.beta-4\"`")
}

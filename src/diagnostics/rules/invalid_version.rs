//! `invalid-version`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0214", "invalid-version", Error, "9.1.2.3");

/// Reports that the version at `span` does not follow the grammar of TOSCA versions.
pub(crate) fn new(span: Span, version: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} is not a valid TOSCA version", quoted(version)))
        .label("expected major.minor[.fix[.qualifier[-build]]]");
    // A version with the mark of a release.
    let bare = version.trim_start_matches(['v', 'V']);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if bare.len() + 1 == version.len() && (2..=3).contains(&bare.split('.').count()) && bare.split('.').all(is_number) {
        let written = format!("\"{bare}\"");
        return diagnostic.help(format!("write `{written}`")).unsafe_fix(format!("write `{written}`"), span, written);
    }
    diagnostic.help("use a string such as `\"1.0\"`, `\"2.1.3\"` or `\"2.1.3.beta-4\"`")
}

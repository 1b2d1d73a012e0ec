//! `keyname-of-other-version`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted, with_article};

declare_rule!("T1010", "keyname-of-other-version", Warning, "");

/// Reports that the keyname of `entity` was added in the version `since`, later than the version of the file,
/// `language`.
pub(crate) fn later(span: Span, name: &str, entity: &str, language: &str, since: &str) -> Diagnostic {
    Diagnostic::new(
        &RULE,
        span,
        format!("keyname {} of {} is not part of {language}", quoted(name), with_article(entity)),
    )
    .label("added in a later version")
    .help(format!("write {} at the top of the file, or remove this", quoted(&format!("tosca_definitions_version: {since}"))))
}

/// Reports that the keyname of `entity` was removed after the version `until`.
pub(crate) fn removed(span: Span, name: &str, entity: &str, language: &str, until: &str) -> Diagnostic {
    Diagnostic::new(
        &RULE,
        span,
        format!("keyname {} of {} is not part of {language}", quoted(name), with_article(entity)),
    )
    .label(format!("removed after {}", quoted(until)))
    .help("remove it")
}

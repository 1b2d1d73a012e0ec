//! `keyname-of-other-version`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted, with_article};

declare_code!("T1010", "keyname-of-other-version", Error, "");

/// The keyname of `entity` came with the version `since`; the file is written in `language`.
pub(crate) fn later(span: Span, name: &str, entity: &str, language: &str, since: &str) -> Diagnostic {
    Diagnostic::new(
        &CODE,
        span,
        format!("keyname {} of {} is not part of {language}", quoted(name), with_article(entity)),
    )
    .label("added in a later version")
    .help(format!("write {} at the top of the file, or remove this", quoted(&format!("tosca_definitions_version: {since}"))))
}

/// The keyname of `entity` was dropped after the version `until`.
pub(crate) fn gone(span: Span, name: &str, entity: &str, language: &str, until: &str) -> Diagnostic {
    Diagnostic::new(
        &CODE,
        span,
        format!("keyname {} of {} is not part of {language}", quoted(name), with_article(entity)),
    )
    .label(format!("removed after {}", quoted(until)))
    .help("remove it")
}

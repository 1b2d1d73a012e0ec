//! `unknown-version`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::text::NEWEST_VERSION;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0213", "unknown-version", Error, "6.2");

/// Reports that the version at `span` is not that of the file, which has the keyname `keyname` of TOSCA 2.0.
pub(crate) fn of_other_file(span: Span, version: &str, keyname_span: Span, keyname: &str) -> Diagnostic {
    let message = format!("the file has the version {}, but is written in TOSCA 2.0", quoted(version));
    Diagnostic::new(&RULE, span, message)
        .label(format!("interpreted as `{NEWEST_VERSION:#}`"))
        .also(keyname_span, format!("{} is a keyname of TOSCA 2.0", quoted(keyname)))
        .help(format!("write `{NEWEST_VERSION:#}`"))
        .unsafe_fix(format!("write `{NEWEST_VERSION:#}`"), span, format!("{NEWEST_VERSION:#}"))
}

/// Reports that the version at `span` is that of a later language, and the file is interpreted as `earlier`.
pub(crate) fn of_later_language(span: Span, version: &str, earlier: &str) -> Diagnostic {
    let message = format!("the version {} is of a later, different language", quoted(version));
    Diagnostic::new(&RULE, span, message)
        .label(format!("interpreted as `{earlier}`"))
        .help(format!("write `{earlier}`, and replace what the other findings name: each has the equivalent, if any"))
        .unsafe_fix(format!("write `{earlier}`"), span, earlier)
}

/// Reports that the version at `span` does not exist; the file is interpreted as `interpreted_as`.
pub(crate) fn new(span: Span, version: &str, suggestion: Option<&str>, interpreted_as: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown TOSCA version {}", quoted(version)))
        .label(format!("interpreted as `{interpreted_as}`"));
    match suggestion {
        Some(suggestion) => diagnostic
            .help(format!("did you mean `{suggestion}`?"))
            .fix(format!("write `{suggestion}`"), span, suggestion),
        None => diagnostic.help("use `tosca_2_0`, the newest supported version"),
    }
}

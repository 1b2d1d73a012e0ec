//! `malformed-meta-line`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0350", "malformed-meta-line", Error, "17.2");

const PAIR: &str = "write `keyname: value`, or start the line with a space to continue the value above";

/// Reports that the line at `span` has no keyname.
pub(crate) fn no_keyname(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "missing keyname in `TOSCA.meta`").label("no colon in this line").help(PAIR)
}

/// Reports that the colon at `span` has no space after it.
pub(crate) fn no_space(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "missing keyname in `TOSCA.meta`")
        .label("no space after the colon")
        .help("add a space after the colon")
        .fix("add a space after the colon", span, ": ")
}

/// Reports that the keyname at `span` is empty or contains a colon.
pub(crate) fn invalid_keyname(span: Span, name: &str) -> Diagnostic {
    let message = if name.is_empty() {
        "missing keyname in `TOSCA.meta`".to_owned()
    } else {
        format!("keyname {} contains a colon", quoted(name))
    };
    Diagnostic::new(&RULE, span, message)
        .label("a keyname ends at the first colon and space")
        .help("write `keyname: value`, without a colon in the keyname")
}

/// Reports that the line at `span` continues a value, but there is no value above.
pub(crate) fn stray_continuation(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "continuation line without a value above")
        .label("first line of its block, starts with a space")
        .help("write `keyname: value` without a leading space, or remove the empty line above")
}

/// Reports that a line starts with the tab at `span`.
pub(crate) fn leading_tab(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "a line of `TOSCA.meta` starts with a tab")
        .label("tab")
        .help("start continuation lines with a space")
        .fix("replace with a space", span, " ")
}

/// Reports that the quotation mark at `span` is never closed.
pub(crate) fn unclosed_quote(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "unclosed quote in `TOSCA.meta`")
        .label("no closing quote")
        .help("close the name with `\"`")
}

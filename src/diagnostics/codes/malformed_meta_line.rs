//! `malformed-meta-line`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0350", "malformed-meta-line", Error, "17.2");

const PAIR: &str = "write `keyname: value`, or start the line with a space to continue the value above";

/// The line at `span` has no keyname.
pub(crate) fn no_keyname(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "missing keyname in `TOSCA.meta`").label("no colon in this line").help(PAIR)
}

/// The colon at `span` has no space after it.
pub(crate) fn no_space(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "missing keyname in `TOSCA.meta`")
        .label("no space after the colon")
        .help("add a space after the colon")
        .fix("add a space after the colon", span, ": ")
}

/// The keyname at `span` is none.
pub(crate) fn wrong_keyname(span: Span, name: &str) -> Diagnostic {
    let message = if name.is_empty() {
        "missing keyname in `TOSCA.meta`".to_owned()
    } else {
        format!("keyname {} contains a colon", quoted(name))
    };
    Diagnostic::new(&CODE, span, message)
        .label("a keyname ends at the first colon and space")
        .help("write `keyname: value`, without a colon in the keyname")
}

/// The line at `span` goes on with nothing.
pub(crate) fn continues_nothing(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "continuation line without a value above")
        .label("first line of its block, starts with a space")
        .help("write `keyname: value` without a leading space, or remove the empty line above")
}

/// The tab at `span` begins a line.
pub(crate) fn tab(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a line of `TOSCA.meta` starts with a tab")
        .label("tab")
        .help("start continuation lines with a space")
        .fix("replace with a space", span, " ")
}

/// The quotation mark at `span` has no other one.
pub(crate) fn open_quote(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "unclosed quote in `TOSCA.meta`")
        .label("no closing quote")
        .help("close the name with `\"`")
}

//! `malformed-meta-line`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0350", "malformed-meta-line", Error, "17.2");

const PAIR: &str = "write `keyname: value`, or begin the line with a space to go on with the value above";

/// The line at `span` has no keyname.
pub(crate) fn no_keyname(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a line of `TOSCA.meta` without a keyname").label("no colon in this line").help(PAIR)
}

/// The colon at `span` has no space behind it.
pub(crate) fn no_space(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a line of `TOSCA.meta` without a keyname")
        .label("no space behind the colon")
        .help("put a space behind the colon")
        .fix("put a space behind the colon", span, ": ")
}

/// The keyname at `span` is none.
pub(crate) fn wrong_keyname(span: Span, name: &str) -> Diagnostic {
    let message = if name.is_empty() {
        "a line of `TOSCA.meta` without a keyname".to_owned()
    } else {
        format!("keyname {} holds a colon", quoted(name))
    };
    Diagnostic::new(&CODE, span, message)
        .label("the keyname ends at the first colon with a space behind it")
        .help("write `keyname: value`, without a colon in the keyname")
}

/// The line at `span` goes on with nothing.
pub(crate) fn continues_nothing(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a line that continues a value, with no value above it")
        .label("it begins with a space, and is the first of its block")
        .help("write `keyname: value` without a space in front, or remove the empty line above")
}

/// The tab at `span` begins a line.
pub(crate) fn tab(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a line of `TOSCA.meta` that begins with a tab")
        .label("a tab")
        .help("begin lines that continue a value with a space")
        .fix("write a space", span, " ")
}

/// The quotation mark at `span` has no other one.
pub(crate) fn open_quote(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a name in quotation marks that does not end")
        .label("there is no second one")
        .help("close the name with `\"`")
}

//! `not-utf8`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0102", "not-utf8", Error, "5.3.1");

/// Reports that `byte` at `offset` is not valid UTF-8.
pub(crate) fn invalid_byte(span: Span, offset: usize, byte: u8) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the file is not valid UTF-8")
        .label(format!("invalid byte 0x{byte:02X} at offset {offset}"))
        .help("save the file as UTF-8")
}

/// Reports that the file has another Unicode encoding.
pub(crate) fn other_encoding(span: Span, encoding: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the file is {encoding}, not UTF-8"))
        .help("save the file as UTF-8")
}

/// Reports that the file is an archive, such as a CSAR.
pub(crate) fn archive(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the file is an archive, not YAML")
        .help("use its YAML files; `tosca csar unpack` writes them")
}

/// Reports that the file contains a zero byte at `offset`.
pub(crate) fn binary(span: Span, offset: usize) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the file is binary, not YAML")
        .label(format!("contains a zero byte at offset {offset}"))
        .help("pass a YAML file")
}

//! `malformed-call`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0704", "malformed-call", Error, "10.1");

/// The key `name` at `span` looks like a call, but the map has another key at `other`.
pub(crate) fn several_keys(span: Span, name: &str, other: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("malformed call: {} must be the only key", quoted(name)))
        .label("call with several keys")
        .also(other, "unexpected key")
        .help(format!(
            "write `$${}` for a plain key, or `{{ {name}: [ … ] }}: …` for a computed key",
            name.trim_start_matches('$')
        ))
}

/// A dollar sign at `span` names no function.
pub(crate) fn no_name(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "malformed call: missing function name after `$`")
        .label("expected a function name")
        .help("write `$$` for a literal dollar sign")
}

/// The key at `span` is `got`, not a call.
pub(crate) fn key(span: Span, got: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("a key must be a string or a function call, not {got}"))
        .label("expected a string or a call")
        .help("write a string")
}

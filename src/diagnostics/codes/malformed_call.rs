//! `malformed-call`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0704", "malformed-call", Error, "10.1");

/// The key `name` at `span` looks like a call, but the map has another key at `other`.
pub(crate) fn several_keys(span: Span, name: &str, other: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("malformed call: {} has keys beside it", quoted(name)))
        .label("a call is a map with this key alone")
        .also(other, "another key")
        .help(format!(
            "write `$${}` for a plain key; a key that is computed is a map itself, `{{ {name}: [ … ] }}: …`",
            name.trim_start_matches('$')
        ))
}

/// A dollar sign at `span` names no function.
pub(crate) fn no_name(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "malformed call: no name behind the dollar sign")
        .label("names no function")
        .help("write `$$` for a plain dollar sign")
}

/// The key at `span` is `got`, and no call.
pub(crate) fn key(span: Span, got: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("a key must be a string or a function call, not {got}"))
        .label("neither a string nor a call")
        .help("write a string")
}

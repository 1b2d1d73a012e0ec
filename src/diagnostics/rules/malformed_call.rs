//! `malformed-call`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Actual, Diagnostic, quoted};

declare_rule!("T0704", "malformed-call", Error, "10.1", leaves [Parts]);

/// Reports that the key `name` at `span` looks like a call, but the map has another key at `other_span`.
pub(crate) fn several_keys(span: Span, name: &str, other_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("malformed call: {} must be the only key", quoted(name)))
        .label("call with several keys")
        .also(other_span, "unexpected key")
        .help(format!(
            "write `$${}` for a plain key, or `{{ {name}: [ … ] }}: …` for a computed key",
            name.trim_start_matches('$')
        ))
}

/// Reports that the call `name` at `span` is in one map with another call at `other_span`; `call` has one of them among
/// the arguments of the other.
pub(crate) fn two_calls(span: Span, name: &str, other_span: Span, call: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("malformed call: {} must be the only key", quoted(name)))
        .label("two calls in one map")
        .also(other_span, "second call")
        .help(format!("write one call into the arguments of the other: {}", quoted(call)))
}

/// Reports that the key `name` at `span` of a condition is a call, but the condition has another key at `other_span`.
pub(crate) fn several_conditions(span: Span, name: &str, other: (&str, Span)) -> Diagnostic {
    let (other_name, other_span) = other;
    Diagnostic::new(&RULE, span, format!("malformed call: {} must be the only key", quoted(name)))
        .label("call with several keys")
        .also(other_span, "unexpected key")
        .help(format!("combine them: `$and: [ {{ {name}: … }}, {{ {other_name}: … }} ]`"))
}

/// Reports that the string at `span` is written like a call without braces; `call` is the call.
pub(crate) fn without_braces(span: Span, call: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, "malformed call: a call with arguments is a map, not a string")
        .label("expected a map")
        .help(format!("write {}", quoted(call)))
        .fix("write a map", span, call)
}

/// Reports that the dollar sign at `span` has no function name after it.
pub(crate) fn missing_name(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "malformed call: missing function name after `$`")
        .label("expected a function name")
        .help("write `$$` for a literal dollar sign")
}

/// Reports that the key at `span` is `actual`, neither a string nor a call.
pub(crate) fn invalid_key(span: Span, actual: Actual<'_>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a key must be a string or a function call, not {actual}"))
        .label("expected a string or a call")
        .help("write a string")
}

//! Checks regular expressions, whose syntax the standard does not define (TOSCA 2.0 §10.2.2.2.7).

use crate::diagnostics::rules;
use crate::functions::{Failure, FunctionSource, compiled};
use crate::literals::unescaped;
use crate::values::check_context::CheckContext;
use crate::yaml::YamlNode;

use super::Typer;

/// Errors in every common regular expression syntax.
const CERTAIN: [&str; 7] = [
    "unclosed group",
    "unopened group",
    "unclosed character class",
    "repetition operator missing expression",
    "incomplete escape sequence",
    "invalid character class range",
    "invalid repetition count range",
];

/// Checks the pattern of `$matches`, if it is a literal, and the order of its arguments.
pub(super) fn check_pattern<'g>(cx: &mut Typer<'g>, text: YamlNode<'g>, pattern: YamlNode<'g>) {
    if let Some(call) = cx.types.expressions.call(pattern) {
        if call.reads(FunctionSource::Value) && cx.types.expressions.call(text).is_none() {
            let diagnostic = rules::swapped_arguments::new(text.span(), pattern.span());
            cx.report(text, diagnostic);
        }
        return;
    }
    if let Some(written) = pattern.as_str()
        && let Err(failure) = &*compiled(unescaped(written))
    {
        pattern_failure(cx, pattern, failure);
    }
}

/// Reports a pattern that cannot be used.
pub(super) fn pattern_failure<'g>(cx: &mut impl CheckContext<'g>, pattern: YamlNode<'g>, failure: &Failure) {
    let diagnostic = match failure {
        Failure::Pattern(reason) if CERTAIN.iter().any(|known| reason.starts_with(known)) => {
            rules::invalid_pattern::new(pattern.span(), reason)
        }
        Failure::Pattern(reason) => rules::invalid_pattern::unportable(pattern.span(), reason),
        _ => rules::invalid_pattern::look_around(pattern.span()),
    };
    cx.report(pattern, diagnostic);
}

//! Regular expressions, whose dialect the standard leaves open (TOSCA 2.0 §10.2.2.2.7).

use crate::diagnostics::codes;
use crate::functions::{Failure, Source, compiled};
use crate::literals::unescaped;
use crate::values::judge::Judge;
use crate::yaml::Node;

use super::Typer;

/// Mistakes in every common dialect.
const CERTAIN: [&str; 7] = [
    "unclosed group",
    "unopened group",
    "unclosed character class",
    "repetition operator missing expression",
    "incomplete escape sequence",
    "invalid character class range",
    "invalid repetition count range",
];

/// The pattern of `$matches`, where it is written out, and the order of its arguments.
pub(super) fn check_pattern<'g>(cx: &mut Typer<'g>, text: Node<'g>, pattern: Node<'g>) {
    if let Some(call) = cx.types.expressions.call(pattern) {
        if call.reads(Source::Value) && cx.types.expressions.call(text).is_none() {
            let found = codes::swapped_arguments::new(text.span(), pattern.span());
            cx.report(text, found);
        }
        return;
    }
    if let Some(written) = pattern.as_str()
        && let Err(failure) = &*compiled(unescaped(written))
    {
        pattern_failure(cx, pattern, failure);
    }
}

/// A pattern that cannot be used.
pub(super) fn pattern_failure<'g>(cx: &mut impl Judge<'g>, at: Node<'g>, failure: &Failure) {
    let found = match failure {
        Failure::Pattern(reason) if CERTAIN.iter().any(|known| reason.starts_with(known)) => {
            codes::invalid_pattern::new(at.span(), reason)
        }
        Failure::Pattern(reason) => codes::invalid_pattern::doubtful(at.span(), reason),
        _ => codes::invalid_pattern::foreign(at.span()),
    };
    cx.report(at, found);
}

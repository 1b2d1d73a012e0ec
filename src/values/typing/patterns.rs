//! Regular expressions, whose dialect the standard leaves open (TOSCA 2.0 §10.2.2.2.7).

use crate::diagnostics::codes;
use crate::functions::{Failure, Source, compiled};
use crate::literals::unescaped;
use crate::values::check::Checker;
use crate::yaml::Node;

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

impl<'g> Checker<'g> {
    /// The pattern of `$matches`, where it is written out, and the order of its arguments.
    pub(super) fn pattern(&mut self, text: Node<'g>, pattern: Node<'g>) {
        if let Some(call) = self.types.expressions.call(pattern) {
            if call.reads(Source::Value) && self.types.expressions.call(text).is_none() {
                let found = codes::swapped_arguments::found(text.span(), pattern.span());
                self.report(text, found);
            }
            return;
        }
        if let Some(written) = pattern.as_str()
            && let Err(failure) = &*compiled(unescaped(written))
        {
            self.pattern_failure(pattern, failure);
        }
    }

    /// A pattern that cannot be used.
    pub(super) fn pattern_failure(&mut self, at: Node<'g>, failure: &Failure) {
        let found = match failure {
            Failure::Pattern(reason) if CERTAIN.iter().any(|known| reason.starts_with(known)) => {
                codes::invalid_pattern::found(at.span(), reason)
            }
            Failure::Pattern(reason) => codes::invalid_pattern::doubtful(at.span(), reason),
            _ => codes::invalid_pattern::foreign(at.span()),
        };
        self.report(at, found);
    }
}

//! Conditions of workflows, triggers and filters: comparisons, and the operators that combine them (L26, L34,
//! L35).
//!
//! Conditions are collected before they are written, so that `$and` is only written for several of them.

use crate::base::Span;
use crate::diagnostics::rules;
use crate::dialects::Rewriter;
use crate::yaml::{Kind, YamlNode};

use super::constraint::{self, Comparison, Subject};

/// A condition that will be written in TOSCA 2.0.
pub(super) enum Condition<'t> {
    /// All of them are true.
    And(Vec<Self>),
    /// One of them is true.
    Or(Span, Vec<Self>),
    /// The condition is false.
    Not(Span, Box<Self>),
    /// A comparison is true.
    Is(Comparison<'t>),
}

impl<'t> Condition<'t> {
    /// Reads constraints on `subject`: a clause, or a list of clauses.
    pub(super) fn constraints(
        rewriter: &mut Rewriter<'t>,
        node: YamlNode<'t>,
        subject: &Subject<'t>,
    ) -> Self {
        let comparisons = constraint::read_comparisons(rewriter, node, std::slice::from_ref(subject));
        Self::And(comparisons.into_iter().map(Self::Is).collect())
    }

    /// Whether there is nothing to write: the condition is empty, or has an error.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::And(parts) => parts.iter().all(Self::is_empty),
            Self::Or(_, parts) => parts.iter().any(Self::is_empty) || parts.is_empty(),
            Self::Not(_, inner) => inner.is_empty(),
            Self::Is(_) => false,
        }
    }

    /// Writes the condition; `span` is the span of the whole condition.
    pub(super) fn write(&self, rewriter: &mut Rewriter<'t>, span: Span) {
        match self {
            Self::And(_) => {
                let mut parts = Vec::new();
                self.flatten(&mut parts);
                match parts[..] {
                    [only] => only.write(rewriter, span),
                    _ => join(rewriter, "$and", span, &parts),
                }
            }
            Self::Or(_, parts) if parts.len() == 1 => parts[0].write(rewriter, span),
            Self::Or(span, parts) => join(rewriter, "$or", *span, &parts.iter().collect::<Vec<_>>()),
            Self::Not(span, inner) => join(rewriter, "$not", *span, &[inner]),
            Self::Is(comparison) => constraint::write(rewriter, comparison),
        }
    }

    /// Collects the conditions that must all be true.
    fn flatten<'c>(&'c self, parts: &mut Vec<&'c Self>) {
        match self {
            Self::And(inner) => inner.iter().for_each(|part| part.flatten(parts)),
            _ if self.is_empty() => {}
            _ => parts.push(self),
        }
    }
}

fn join<'t>(rewriter: &mut Rewriter<'t>, function: &str, span: Span, parts: &[&Condition<'t>]) {
    constraint::open(rewriter, function, span);
    for part in parts {
        part.write(rewriter, span);
    }
    constraint::close(rewriter);
}

/// Reads a condition clause of workflows and triggers: `and`, `or`, `not`, `assert`, or a condition on an
/// attribute. A list is interpreted as `and`. Attribute paths are relative to `root`.
pub(super) fn clause<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>, root: &[&'t str]) -> Condition<'t> {
    Condition::And(read_parts(rewriter, node, root))
}

/// Reads the parts of a condition clause, or of a list of clauses.
fn read_parts<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>, root: &[&'t str]) -> Vec<Condition<'t>> {
    match node.kind() {
        Kind::Sequence => node.items().map(|item| clause(rewriter, item, root)).collect(),
        Kind::Mapping => node.entries().map(|(key, inner)| read_part(rewriter, key, inner, root)).collect(),
        Kind::Scalar if !node.is_null() => {
            let expected = "a map or list (a condition clause)";
            let actual = crate::keynames::describe(node);
            let diagnostic = rules::wrong_shape::new(node.span(), "a condition", expected, actual, None);
            rewriter.report(node, diagnostic);
            Vec::new()
        }
        Kind::Scalar | Kind::Invalid => Vec::new(),
    }
}

fn read_part<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    inner: YamlNode<'t>,
    root: &[&'t str],
) -> Condition<'t> {
    match key.text() {
        "and" | "assert" => clause(rewriter, inner, root),
        "or" => Condition::Or(key.span(), read_parts(rewriter, inner, root)),
        "not" => Condition::Not(key.span(), Box::new(clause(rewriter, inner, root))),
        name => {
            let subject = Subject::attribute(root.iter().copied().chain([name]).collect(), key.span());
            Condition::constraints(rewriter, inner, &subject)
        }
    }
}

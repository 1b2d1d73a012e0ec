//! Conditions of workflows, triggers and filters: comparisons, and what joins them (L26, L34, L35).
//!
//! They are gathered first and written then, so that a single one stands for itself and several are
//! joined by `$and`.

use crate::base::Span;
use crate::diagnostics::codes;
use crate::dialects::Rewriter;
use crate::yaml::{Kind, Node};

use super::constraint::{self, Comparison, Subject};

/// A condition of TOSCA 2.0 in the making.
pub(super) enum Condition<'t> {
    /// All of them hold.
    And(Vec<Self>),
    /// One of them holds.
    Or(Span, Vec<Self>),
    /// It does not hold.
    Not(Span, Box<Self>),
    /// Something is compared.
    Is(Comparison<'t>),
}

impl<'t> Condition<'t> {
    /// Constraints on `subject`: a clause, or a list of clauses.
    pub(super) fn constraints(rewriter: &mut Rewriter<'t>, node: Node<'t>, subject: &Subject<'t>) -> Self {
        let comparisons = constraint::comparisons(rewriter, node, std::slice::from_ref(subject));
        Self::And(comparisons.into_iter().map(Self::Is).collect())
    }

    /// Whether it says nothing: there was nothing to read, or what there was is wrong.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::And(parts) => parts.iter().all(Self::is_empty),
            Self::Or(_, parts) => parts.iter().any(Self::is_empty) || parts.is_empty(),
            Self::Not(_, inner) => inner.is_empty(),
            Self::Is(_) => false,
        }
    }

    /// Writes it; `place` is what it stands for as a whole.
    pub(super) fn write(&self, rewriter: &mut Rewriter<'t>, place: Span) {
        match self {
            Self::And(_) => {
                let mut parts = Vec::new();
                self.flatten(&mut parts);
                match parts[..] {
                    [only] => only.write(rewriter, place),
                    _ => join(rewriter, "$and", place, &parts),
                }
            }
            Self::Or(_, parts) if parts.len() == 1 => parts[0].write(rewriter, place),
            Self::Or(place, parts) => join(rewriter, "$or", *place, &parts.iter().collect::<Vec<_>>()),
            Self::Not(place, inner) => join(rewriter, "$not", *place, &[inner]),
            Self::Is(comparison) => constraint::write(rewriter, comparison),
        }
    }

    /// What must hold one by one.
    fn flatten<'c>(&'c self, parts: &mut Vec<&'c Self>) {
        match self {
            Self::And(inner) => inner.iter().for_each(|part| part.flatten(parts)),
            _ if self.is_empty() => {}
            _ => parts.push(self),
        }
    }
}

fn join<'t>(rewriter: &mut Rewriter<'t>, function: &str, place: Span, parts: &[&Condition<'t>]) {
    constraint::open(rewriter, function, place);
    for part in parts {
        part.write(rewriter, place);
    }
    constraint::close(rewriter);
}

/// Reads a condition clause of workflows and triggers: `and`, `or`, `not`, `assert`, or what is asserted
/// itself; a list is read as `and`. What is read stands behind `root`.
pub(super) fn clause<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>, root: &[&'t str]) -> Condition<'t> {
    Condition::And(parts(rewriter, node, root))
}

/// The parts of a condition clause, or of a list of them.
fn parts<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>, root: &[&'t str]) -> Vec<Condition<'t>> {
    match node.kind() {
        Kind::Sequence => node.items().map(|item| clause(rewriter, item, root)).collect(),
        Kind::Mapping => node.entries().map(|(key, inner)| part(rewriter, key, inner, root)).collect(),
        Kind::Scalar if !node.is_null() => {
            let expected = "a map or list (a condition clause)";
            let got = crate::keynames::describe(node);
            let found = codes::wrong_shape::new(node.span(), "a condition", expected, got, None);
            rewriter.report(node, found);
            Vec::new()
        }
        Kind::Scalar | Kind::Invalid => Vec::new(),
    }
}

fn part<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, inner: Node<'t>, root: &[&'t str]) -> Condition<'t> {
    match key.text() {
        "and" | "assert" => clause(rewriter, inner, root),
        "or" => Condition::Or(key.span(), parts(rewriter, inner, root)),
        "not" => Condition::Not(key.span(), Box::new(clause(rewriter, inner, root))),
        name => {
            let subject = Subject::attribute(root.iter().copied().chain([name]).collect(), key.span());
            Condition::constraints(rewriter, inner, &subject)
        }
    }
}

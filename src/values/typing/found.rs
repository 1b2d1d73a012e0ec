//! What typing an expression finds out: all that evaluating it, and judging what it comes to, needs.

use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::Decision;
use crate::literals::Value;
use crate::model::types::FieldView;
use crate::values::paths::Reads;
use crate::values::value_type::ValueType;
use crate::yaml::{Node, SourceNode};

use super::{Fixed, Typed};

/// What is known of a call and its parts, once they are typed. What is not here is wrong, or known later.
#[derive(Debug)]
pub(in crate::values) struct Typing<'m> {
    /// The type of the whole, and how far it is known.
    pub(in crate::values) whole: Typed<'m>,
    /// Whether paths were followed for it.
    pub(in crate::values) has_paths: bool,
    /// The values that it reads.
    pub(in crate::values) reads: Vec<Reads<'m>>,
    /// The values of literals among arguments, read as what their places take.
    literals: ByNode<Value>,
    /// What literals of complex types with calls inside leave out.
    omitted: ByNode<Vec<(String, Value)>>,
    /// What paths lead to.
    targets: ByNode<PathTarget<'m>>,
    /// The calls.
    rows: ByNode<Row>,
    /// What few calls have.
    rest: Option<Box<Rest<'m>>>,
}

/// What is found out about few calls only.
#[derive(Debug, Default)]
pub(in crate::values) struct Rest<'m> {
    /// What is wrong.
    pub(in crate::values) found: Vec<Diagnostic>,
    /// What was decided of literals that TOSCA 2.0 writes otherwise.
    pub(in crate::values) decisions: Vec<Decision>,
    /// Findings that do not count where computing a part tells more.
    pub(in crate::values) silenced: Vec<Silenced<'m>>,
    /// Calls in literals and paths, which are computed by themselves, the inner ones before the outer ones.
    pub(in crate::values) roots: Vec<Root<'m>>,
    /// Indices of paths that must not reach a bound.
    pub(in crate::values) bounds: Vec<IndexBound<'m>>,
}

/// Something for each of some nodes; of several for one the last counts. Sorted once it is complete.
#[derive(Debug)]
struct ByNode<T> {
    entries: Vec<(SourceNode, T)>,
    is_sorted: bool,
}

/// A finding that does not count where computing a part tells more.
#[derive(Debug)]
pub(in crate::values) struct Silenced<'m> {
    /// Its number among the findings.
    pub(in crate::values) finding: usize,
    /// The part.
    pub(in crate::values) inside: Node<'m>,
    /// How bad must be what is told of it.
    pub(in crate::values) by: Level,
}

/// A call that is computed by itself.
#[derive(Debug)]
pub(in crate::values) struct Root<'m> {
    pub(in crate::values) node: Node<'m>,
    /// Whether it is computed as a whole; else only parts of it are.
    pub(in crate::values) is_whole: bool,
    /// The type that it has and the one that its place takes, where it stands in a literal of a known type.
    pub(in crate::values) place: Option<(ValueType<'m>, ValueType<'m>)>,
}

/// An index of a path that is computed once types are known.
#[derive(Debug)]
pub(in crate::values) struct IndexBound<'m> {
    pub(in crate::values) index: Node<'m>,
    /// The first number that it must not be.
    pub(in crate::values) least: u64,
    /// What is told if it is that, or more.
    pub(in crate::values) found: Diagnostic,
}

/// A call.
#[derive(Clone, Copy, Debug)]
pub(in crate::values) struct Row {
    pub(in crate::values) fixed: Fixed,
    /// Whether nothing is wrong with it.
    pub(in crate::values) is_right: bool,
    /// Whether it is computed by itself.
    pub(in crate::values) is_root: bool,
}

/// The value of a property that a path leads to.
#[derive(Clone, Copy, Debug)]
pub(in crate::values) struct PathTarget<'m> {
    /// The property.
    pub(in crate::values) field: FieldView<'m>,
    /// Its value, as it is written.
    pub(in crate::values) value: Node<'m>,
    /// The position of the argument that names the property; steps into the value follow.
    pub(in crate::values) at: usize,
}

impl Rest<'_> {
    fn is_empty(&self) -> bool {
        self.found.is_empty() && self.decisions.is_empty() && self.roots.is_empty() && self.bounds.is_empty()
    }
}

impl<T> Default for ByNode<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), is_sorted: false }
    }
}

impl<T> ByNode<T> {
    fn add(&mut self, node: Node<'_>, value: T) {
        self.entries.push((node.source(), value));
    }

    fn get(&self, node: Node<'_>) -> Option<&T> {
        let id = node.source();
        if self.is_sorted {
            let at = self.entries.binary_search_by_key(&id, |(id, _)| *id).ok()?;
            return self.entries.get(at).map(|(_, value)| value);
        }
        self.entries.iter().rev().find(|(other, _)| *other == id).map(|(_, value)| value)
    }

    fn get_mut(&mut self, node: Node<'_>) -> Option<&mut T> {
        let id = node.source();
        self.entries.iter_mut().rev().find(|(other, _)| *other == id).map(|(_, value)| value)
    }

    /// Nothing is added any more.
    fn complete(&mut self) {
        self.entries.reverse();
        self.entries.sort_by_key(|(id, _)| *id);
        self.entries.dedup_by_key(|(id, _)| *id);
        self.entries.shrink_to_fit();
        self.is_sorted = true;
    }
}

impl Default for Typing<'_> {
    fn default() -> Self {
        Self {
            whole: Typed::later(ValueType::Unknown),
            has_paths: false,
            reads: Vec::new(),
            literals: ByNode::default(),
            omitted: ByNode::default(),
            targets: ByNode::default(),
            rows: ByNode::default(),
            rest: None,
        }
    }
}

impl<'m> Typing<'m> {
    /// The same once all is found out; `whole` is its type.
    pub(in crate::values) fn complete(mut self, whole: Typed<'m>, rest: Rest<'m>) -> Self {
        self.whole = whole;
        self.rest = (!rest.is_empty()).then(|| Box::new(rest));
        self.reads.shrink_to_fit();
        self.literals.complete();
        self.omitted.complete();
        self.targets.complete();
        self.rows.complete();
        self
    }

    /// What few calls have.
    pub(in crate::values) fn rest(&self) -> Option<&Rest<'m>> {
        self.rest.as_deref()
    }

    pub(in crate::values) fn add_literal(&mut self, node: Node<'m>, value: Value) {
        self.literals.add(node, value);
    }

    /// Properties that the literal at `node` leaves out, with their defaults.
    pub(in crate::values) fn add_omitted(&mut self, node: Node<'m>, defaults: Vec<(String, Value)>) {
        self.omitted.add(node, defaults);
    }

    pub(in crate::values) fn add_target(&mut self, call: Node<'m>, target: PathTarget<'m>) {
        self.targets.add(call, target);
    }

    pub(in crate::values) fn add_row(&mut self, call: Node<'m>, fixed: Fixed, is_right: bool) {
        self.rows.add(call, Row { fixed, is_right, is_root: false });
    }

    /// The call at `node`, which has a row, is computed by itself.
    pub(in crate::values) fn mark_root(&mut self, call: Node<'m>) {
        if let Some(row) = self.rows.get_mut(call) {
            row.is_root = true;
        }
    }

    /// Whether it is about the call at `node`.
    pub(in crate::values) fn is_about(&self, node: Node<'m>) -> bool {
        self.rows.get(node).is_some()
    }

    /// The value of the literal argument at `node`.
    pub(in crate::values) fn literal(&self, node: Node<'m>) -> Option<&Value> {
        self.literals.get(node)
    }

    /// What the literal of a complex type at `node` leaves out.
    pub(in crate::values) fn omitted(&self, node: Node<'m>) -> &[(String, Value)] {
        self.omitted.get(node).map_or(&[], Vec::as_slice)
    }

    /// What the path of `call` leads to.
    pub(in crate::values) fn target(&self, call: Node<'m>) -> Option<PathTarget<'m>> {
        self.targets.get(call).copied()
    }

    pub(in crate::values) fn row(&self, call: Node<'m>) -> Option<Row> {
        self.rows.get(call).copied()
    }
}

//! What typing an expression finds out that evaluating it needs.

use rustc_hash::FxHashMap;

use crate::literals::Value;
use crate::model::types::FieldView;
use crate::yaml::{Node, SourceNode};

/// What is known of the parts of expressions, once they are typed. What is not here is wrong, or known later.
#[derive(Clone, Debug, Default)]
pub(in crate::values) struct Typing<'m> {
    /// The values of literals among arguments, read as what their places take.
    literals: FxHashMap<SourceNode, Value>,
    /// What paths lead to.
    targets: FxHashMap<SourceNode, PathTarget<'m>>,
    /// Parts that can be computed, of calls that cannot, in the order in which they were found.
    computable: Vec<Node<'m>>,
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

impl<'m> Typing<'m> {
    pub(in crate::values) fn add_literal(&mut self, node: Node<'m>, value: Value) {
        self.literals.insert(node.source(), value);
    }

    pub(in crate::values) fn add_target(&mut self, call: Node<'m>, target: PathTarget<'m>) {
        self.targets.insert(call.source(), target);
    }

    /// The value of the literal argument at `node`.
    pub(in crate::values) fn literal(&self, node: Node<'m>) -> Option<&Value> {
        self.literals.get(&node.source())
    }

    /// What the path of `call` leads to.
    pub(in crate::values) fn target(&self, call: Node<'m>) -> Option<PathTarget<'m>> {
        self.targets.get(&call.source()).copied()
    }

    pub(super) fn add_computable(&mut self, part: Node<'m>) {
        self.computable.push(part);
    }

    /// How many computable parts there are.
    pub(in crate::values) fn parts(&self) -> usize {
        self.computable.len()
    }

    /// Takes the computable parts but for the first `kept`.
    pub(in crate::values) fn take_parts(&mut self, kept: usize) -> Vec<Node<'m>> {
        self.computable.split_off(kept)
    }

    pub(in crate::values) fn clear(&mut self) {
        self.literals.clear();
        self.targets.clear();
        self.computable.clear();
    }
}

//! The expressions of one file.

use crate::resolve::DefinitionId;
use crate::yaml::{NodeId, NodeIndex};

use super::Callee;
use super::form::{ExprId, Form, FunctionId};

/// The expressions of one file, in the order of its tree.
#[derive(Debug, Default)]
pub(super) struct Arena {
    pub(super) forms: Box<[Form]>,
    /// The node of each form.
    pub(super) nodes: Box<[NodeId]>,
    pub(super) index: NodeIndex,
    /// The parts of all forms.
    pub(super) arguments: Box<[ExprId]>,
    /// The user-defined functions that the file calls.
    pub(super) defined: Box<[DefinitionId]>,
}

impl Arena {
    pub(super) fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// The expression at `node`.
    pub(super) fn find(&self, node: NodeId) -> Option<ExprId> {
        let index = self.first_from(node);
        (self.nodes.get(index) == Some(&node)).then(|| id(index))
    }

    /// The expressions from the node `first` up to, but not including, the node `end`.
    pub(super) fn between(&self, first: NodeId, end: NodeId) -> impl Iterator<Item = ExprId> {
        let first = self.first_from(first);
        let nodes = self.nodes.get(first..).unwrap_or(&[]).iter().take_while(move |node| **node < end);
        (first..).zip(nodes).map(|(index, _)| id(index))
    }

    /// The index of the first expression at the node `first` or after it.
    fn first_from(&self, first: NodeId) -> usize {
        let start = self.index.start(first).unwrap_or(self.nodes.len());
        let skipped = self.nodes.get(start..).unwrap_or(&[]).iter().take_while(|node| **node < first);
        start + skipped.count()
    }

    pub(super) fn form(&self, id: ExprId) -> Form {
        self.forms.get(id.0 as usize).copied().unwrap_or(Form::Literal)
    }

    pub(super) fn node(&self, id: ExprId) -> Option<NodeId> {
        self.nodes.get(id.0 as usize).copied()
    }

    /// The parts of an expression.
    pub(super) fn arguments(&self, id: ExprId) -> &[ExprId] {
        let args = self.form(id).arguments();
        let first = args.first as usize;
        self.arguments.get(first..first + args.count as usize).unwrap_or(&[])
    }

    pub(super) fn callee(&self, function: FunctionId) -> Callee {
        function.callee(&self.defined)
    }
}

fn id(index: usize) -> ExprId {
    ExprId(u32::try_from(index).unwrap_or(u32::MAX))
}

//! Expressions as data: an arena in which operands precede the expressions that use them.

use std::ops::Range;

use crate::yaml::YamlNode;

use super::model::ElementId;
use super::operators::{OperandType, Operator};
use super::value::VariabilityValue;

/// An expression, by its index in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VariabilityExprId(pub u32);

impl VariabilityExprId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum VariabilityForm {
    /// A literal value.
    Literal(VariabilityValue),
    /// A list of expressions as a value.
    List(Range<u32>),
    /// An operator with its operands.
    Call(Operator, Range<u32>),
    /// The value of the variability input with this index.
    Input(u32),
    /// The value of the named expression with this index.
    Named(u32),
    /// Whether an element is present.
    Presence(ElementId),
    /// Whether the source of the relation is present.
    Source,
    /// Whether the target of the relation is present.
    Target,
    /// An invalid expression, which was already reported.
    Wrong,
}

/// All expressions of a template.
#[derive(Debug, Default)]
pub struct VariabilityExpressions<'t> {
    pub(super) forms: Vec<VariabilityForm>,
    pub(super) nodes: Vec<YamlNode<'t>>,
    pub(super) types: Vec<OperandType>,
    pub(super) operands: Vec<VariabilityExprId>,
}

impl<'t> VariabilityExpressions<'t> {
    pub(super) fn push(&mut self, form: VariabilityForm, node: YamlNode<'t>) -> VariabilityExprId {
        let id = VariabilityExprId(u32::try_from(self.forms.len()).unwrap_or(u32::MAX));
        self.forms.push(form);
        self.nodes.push(node);
        self.types.push(OperandType::Unknown);
        id
    }

    pub(super) fn push_with(
        &mut self,
        operands: &[VariabilityExprId],
        node: YamlNode<'t>,
        form: impl FnOnce(Range<u32>) -> VariabilityForm,
    ) -> VariabilityExprId {
        let first = u32::try_from(self.operands.len()).unwrap_or(u32::MAX);
        self.operands.extend_from_slice(operands);
        let end = u32::try_from(self.operands.len()).unwrap_or(u32::MAX);
        self.push(form(first..end), node)
    }

    /// Returns the number of expressions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Whether there are no expressions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// Returns the kind of the expression.
    #[must_use]
    pub fn form(&self, id: VariabilityExprId) -> &VariabilityForm {
        &self.forms[id.index()]
    }

    /// Returns the node of the expression.
    #[must_use]
    pub fn node(&self, id: VariabilityExprId) -> YamlNode<'t> {
        self.nodes[id.index()]
    }

    /// Returns the type of the expression's value.
    #[must_use]
    pub fn type_of(&self, id: VariabilityExprId) -> OperandType {
        self.types[id.index()]
    }

    /// Returns the operands of a call or list.
    #[must_use]
    pub fn operands(&self, range: &Range<u32>) -> &[VariabilityExprId] {
        self.operands.get(range.start as usize..range.end as usize).unwrap_or(&[])
    }

    /// Returns the operands of `id`: an empty slice unless it is a call or list.
    #[must_use]
    pub fn below(&self, id: VariabilityExprId) -> &[VariabilityExprId] {
        match self.form(id) {
            VariabilityForm::Call(_, range) | VariabilityForm::List(range) => self.operands(range),
            _ => &[],
        }
    }

    /// Iterates over `id` and all expressions below it, in no particular order, each once per use.
    pub fn parts(&self, id: VariabilityExprId) -> impl Iterator<Item = VariabilityExprId> {
        let mut pending = vec![id];
        std::iter::from_fn(move || {
            let next = pending.pop()?;
            pending.extend_from_slice(self.below(next));
            Some(next)
        })
    }
}

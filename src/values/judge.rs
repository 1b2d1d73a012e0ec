//! Who holds values against types.

use std::rc::Rc;

use crate::diagnostics::Diagnostic;
use crate::dialects::{Decision, Rewrite};
use crate::expressions::Expression;
use crate::literals::Value;
use crate::model::types::Types;
use crate::yaml::{self, Node};

use super::typing::{Fixed, Typings};
use super::value_type::ValueType;
use super::what::What;

/// Who holds literals against types: what becomes of findings, of calls inside, and of literals that are right.
pub(super) trait Judge<'g> {
    fn typings(&self) -> &Rc<Typings<'g>>;

    /// The findings so far.
    fn diagnostics(&mut self) -> &mut Vec<Diagnostic>;

    /// What was decided so far of nodes that TOSCA 2.0 writes otherwise.
    fn decisions(&mut self) -> &mut Vec<Decision>;

    /// Holds the call at `node` against `expected`. Gives its value where that is known and right; anything where
    /// nothing is computed yet, and it can be later.
    fn call(&mut self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value>;

    /// A call where no type is known, but perhaps `expected`. Says how far it is known.
    fn loose_call(&mut self, node: Node<'g>, expected: &ValueType<'g>) -> Fixed;

    /// A call as the key of a map, which must give `keys`.
    fn key(&mut self, call: Expression<'g>, name: Node<'g>, keys: &ValueType<'g>);

    /// Whether a value meets all conditions on values of the type `expected`, as far as they count.
    fn meets(&mut self, node: Node<'g>, value: &Value, expected: &ValueType<'g>, what: What<'_>) -> bool;

    /// The literal at `node`, without parts, has this value.
    fn read(&mut self, node: Node<'g>, value: &Value);

    /// The literal of a complex type at `node` leaves out properties that have these values.
    fn omit<'v>(&mut self, node: Node<'g>, values: impl Iterator<Item = (&'v String, &'v Value)>);

    fn types(&self) -> &'g Types {
        &self.typings().model().types
    }

    /// TOSCA 2.0 writes `node` so.
    fn decide(&mut self, node: Node<'_>, rewrite: Rewrite) {
        self.decisions().push(Decision { node: node.source(), rewrite });
    }

    fn report(&mut self, node: Node<'_>, diagnostic: Diagnostic) {
        yaml::report(self.diagnostics(), node, diagnostic);
    }
}

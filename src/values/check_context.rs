//! The interface through which values are checked against types.

use std::rc::Rc;

use crate::diagnostics::Diagnostic;
use crate::dialects::{Decision, Rewrite};
use crate::expressions::Expression;
use crate::literals::Value;
use crate::model::types::Types;
use crate::yaml::{self, YamlNode};

use super::typing::{Knowledge, Typings};
use super::value_type::ValueType;
use super::what::What;

/// Checks literals against types; decides what happens with findings, with calls inside, and with valid
/// literals.
pub(super) trait CheckContext<'g> {
    fn typings(&self) -> &Rc<Typings<'g>>;

    /// The diagnostics so far.
    fn diagnostics(&mut self) -> &mut Vec<Diagnostic>;

    /// The decisions so far about nodes that TOSCA 2.0 writes differently.
    fn decisions(&mut self) -> &mut Vec<Decision>;

    /// Checks the call at `node` against `expected`. Returns its value if it is known and valid; returns any
    /// value if nothing is computed yet, but can be later.
    fn call(&mut self, node: YamlNode<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value>;

    /// Types a call that has no known expected type, except perhaps `expected`. Returns how far it is known.
    fn call_of_any_type(&mut self, node: YamlNode<'g>, expected: &ValueType<'g>) -> Knowledge;

    /// Checks a call that is the key of a map, which must have the type `keys`. Returns its value if it is known
    /// and of this type; returns any text if nothing is computed yet, but can be later.
    fn key(&mut self, call: Expression<'g>, name: YamlNode<'g>, keys: &ValueType<'g>) -> Option<String>;

    /// Whether a value satisfies all validation clauses of the type `expected`, as far as they are checked.
    fn meets(&mut self, node: YamlNode<'g>, value: &Value, expected: &ValueType<'g>, what: What<'_>) -> bool;

    /// Records the value of the literal at `node`, which has no parts.
    fn read(&mut self, node: YamlNode<'g>, value: &Value);

    /// Records the values of the properties that the literal of a complex type at `node` omits.
    fn omit<'v>(&mut self, node: YamlNode<'g>, values: impl Iterator<Item = (&'v String, &'v Value)>);

    fn types(&self) -> &'g Types {
        &self.typings().model().types
    }

    /// Records how TOSCA 2.0 writes `node`.
    fn decide(&mut self, node: YamlNode<'_>, rewrite: Rewrite) {
        self.decisions().push(Decision { node: node.source(), rewrite });
    }

    fn report(&mut self, node: YamlNode<'_>, diagnostic: Diagnostic) {
        yaml::report(self.diagnostics(), node, diagnostic);
    }
}

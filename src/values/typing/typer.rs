//! The work on the type of one call.

use std::rc::Rc;

use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::Decision;
use crate::expressions::Expression;
use crate::literals::Value;
use crate::model::Model;
use crate::model::types::Types;
use crate::values::evaluator::Evaluator;
use crate::values::judge::Judge;
use crate::values::links::Links;
use crate::values::paths::Entity;
use crate::values::value_type::ValueType;
use crate::values::what::What;
use crate::yaml::Node;

use super::calls::{type_call, type_expression};
use super::found::{Rest, Silenced};
use super::{Fixed, IndexBound, Root, Typed, Typing, Typings, wrong_key, wrong_result};

/// What is around a call, as far as that decides its type.
#[derive(Clone, Default)]
pub(in crate::values) struct Scope<'g> {
    /// What `$value` stands for; none outside of validation clauses.
    pub(in crate::values) value: Option<ValueType<'g>>,
    /// What `SELF` stands for, where that is not the entity around the call.
    pub(in crate::values) own: Option<Rc<Entity<'g>>>,
    /// How many calls of defined functions signatures are tried for.
    pub(in crate::values) level: u8,
}

/// How much was found out at some time.
#[derive(Clone, Copy)]
pub(in crate::values) struct SoFar {
    /// The number of findings.
    pub(in crate::values) found: usize,
    /// The number of decisions about literals.
    pub(in crate::values) decisions: usize,
    /// The number of calls that are computed by themselves.
    pub(in crate::values) roots: usize,
}

/// The work on the type of one call.
pub(in crate::values) struct Typer<'g> {
    pub(in crate::values) types: &'g Types,
    pub(in crate::values) model: &'g Model,
    pub(in crate::values) typings: Rc<Typings<'g>>,
    pub(in crate::values) scope: Scope<'g>,
    /// What is found out.
    pub(in crate::values) typing: Typing<'g>,
    pub(in crate::values) rest: Rest<'g>,
    /// Whether the values of literals are kept for the literal around them.
    pub(in crate::values) keeps_literals: bool,
    /// What names in paths mean, where somebody asks for it.
    pub(in crate::values) links: Links<'g>,
}

impl<'g> Typer<'g> {
    pub(in crate::values) fn new(typings: &Rc<Typings<'g>>, scope: Scope<'g>) -> Self {
        let model = typings.model();
        Self {
            types: &model.types,
            model,
            typings: Rc::clone(typings),
            scope,
            typing: Typing::default(),
            rest: Rest::default(),
            keeps_literals: false,
            links: Links::default(),
        }
    }

    /// Computes what is typed so far, but for what inputs and properties decide.
    pub(in crate::values) fn evaluator(&self) -> Evaluator<'_, 'g> {
        Evaluator::new(&self.typings, self.typings.closed(), &self.typing, None)
    }

    /// What was found out about a call, and its type.
    pub(in crate::values) fn finish(self, whole: Typed<'g>) -> Typing<'g> {
        self.typing.complete(whole, self.rest)
    }

    /// The call of `root`, which was typed, is computed by itself.
    pub(in crate::values) fn add_root(&mut self, root: Root<'g>) {
        self.typing.mark_root(root.node);
        self.rest.roots.push(root);
    }

    /// An index is held against a bound once it is known.
    pub(in crate::values) fn add_bound(&mut self, bound: IndexBound<'g>) {
        self.rest.bounds.push(bound);
    }

    /// The last finding does not count where something is told of a part of `inside` that is computed, and is as
    /// bad as `by`.
    pub(in crate::values) fn silence(&mut self, inside: Node<'g>, by: Level) {
        if let Some(finding) = self.rest.found.len().checked_sub(1) {
            self.rest.silenced.push(Silenced { finding, inside, by });
        }
    }

    /// Whether no error was found after the first `count` findings; advice leaves an expression right.
    pub(in crate::values) fn is_right_since(&self, count: usize) -> bool {
        self.rest.found[count..].iter().all(|diagnostic| diagnostic.level != Level::Error)
    }

    /// How much was found out so far.
    pub(in crate::values) fn so_far(&self) -> SoFar {
        let rest = &self.rest;
        SoFar { found: rest.found.len(), decisions: rest.decisions.len(), roots: rest.roots.len() }
    }

    /// Forgets what was found out since `before`.
    pub(in crate::values) fn forget(&mut self, before: SoFar) {
        self.rest.found.truncate(before.found);
        self.rest.silenced.retain(|silenced| silenced.finding < before.found);
        self.rest.decisions.truncate(before.decisions);
        self.rest.roots.truncate(before.roots);
    }
}

/// Calls inside are typed; what they come to is computed later.
impl<'g> Judge<'g> for Typer<'g> {
    fn typings(&self) -> &Rc<Typings<'g>> {
        &self.typings
    }

    fn diagnostics(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.rest.found
    }

    fn decisions(&mut self) -> &mut Vec<Decision> {
        &mut self.rest.decisions
    }

    fn call(&mut self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        let before = self.rest.found.len();
        let Typed { of, fixed } = type_expression(self, node, expected);
        let is_right = self.rest.found[before..].iter().all(|found| found.level != Level::Error);
        let fits = of.may_be(self.types, expected);
        if is_right && !fits {
            wrong_result(self, node, &of, expected, what);
            self.silence(node, Level::Error);
        }
        let is_whole = is_right && fits;
        self.add_root(Root { node, is_whole, place: Some((of, expected.clone())) });
        (is_whole && fixed != Fixed::No).then_some(Value::Nil)
    }

    fn loose_call(&mut self, node: Node<'g>, expected: &ValueType<'g>) -> Fixed {
        let typed = type_expression(self, node, expected);
        self.add_root(Root { node, is_whole: true, place: None });
        typed.fixed
    }

    fn key(&mut self, call: Expression<'g>, name: Node<'g>, keys: &ValueType<'g>) {
        let before = self.rest.found.len();
        let typed = type_call(self, call, keys);
        self.add_root(Root { node: call.node(), is_whole: false, place: None });
        if self.is_right_since(before) && wrong_key(self, call.node(), name, &typed.of, keys) {
            self.silence(call.node(), Level::Info);
        }
    }

    /// Conditions bind values, not what they are compared with.
    fn meets(&mut self, _: Node<'g>, _: &Value, _: &ValueType<'g>, _: What<'_>) -> bool {
        true
    }

    fn read(&mut self, node: Node<'g>, value: &Value) {
        if self.keeps_literals {
            self.typing.add_literal(node, value.clone());
        }
    }

    fn omit<'v>(&mut self, node: Node<'g>, values: impl Iterator<Item = (&'v String, &'v Value)>) {
        if self.keeps_literals {
            let values = values.map(|(name, value)| (name.clone(), value.clone()));
            self.typing.add_omitted(node, values.collect());
        }
    }
}

//! Who checks values: what is known of other values, and the findings so far.

use std::rc::Rc;

use rayon::prelude::*;

use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::{Decision, Dialect};
use crate::expressions::Expression;
use crate::functions::PathEnd;
use crate::literals::Value;
use crate::load::File;
use crate::model::Model;
use crate::model::service::{NodeTemplateView, RequirementAssignmentView};
use crate::model::types::{TypeRef, Types};
use crate::yaml::Node;

use super::conditions::meets_clauses;
use super::evaluator::Evaluator;
use super::judge::Judge;
use super::memo::Values;
use super::parts::check_value;
use super::paths::{self, PathStep, Reads};
use super::typing::{
    Fixed, Scope, Typer, Typing, Typings, settle, tell, typed_call, typed_key, wrong_key, wrong_result,
};
use super::value_type::ValueType;
use super::what::What;

/// Checks values; gathers the findings.
pub struct Checker<'g> {
    pub(super) types: &'g Types,
    pub(super) model: &'g Model,
    /// The findings so far.
    pub found: Vec<Diagnostic>,
    /// What was decided so far of nodes that TOSCA 2.0 writes otherwise.
    pub(crate) decisions: Vec<Decision>,
    /// Values that read others.
    pub(super) reads: Vec<Reads<'g>>,
    /// Whether values must meet the conditions of their types.
    conditions: bool,
    /// The typings of calls.
    pub(super) typings: Rc<Typings<'g>>,
    /// The values of inputs and properties.
    pub(super) values: Rc<Values<'g>>,
    /// What is around the calls that are checked.
    pub(super) scope: Scope<'g>,
}

/// Checks all files of TOSCA 2.0, several at once, each with a checker of its own, which `check` gives back.
///
/// Out: what was decided and found, in the order of the files.
pub(crate) fn check_each_file<'g>(
    model: &'g Model,
    check: impl Fn(Checker<'g>, &'g File) -> Checker<'g> + Sync,
) -> (Vec<Decision>, Vec<Diagnostic>) {
    let files: Vec<&File> =
        model.types.graph.files.iter().filter(|file| file.dialect() == Dialect::Tosca2).collect();
    let checked = files.par_iter().map(|file| {
        let Checker { decisions, found, .. } = check(Checker::new(model), file);
        (decisions, found)
    });
    let (decisions, found): (Vec<_>, Vec<_>) = checked.unzip();
    (decisions.concat(), found.into_iter().flatten().collect())
}

impl<'g> Checker<'g> {
    /// A checker without findings.
    #[must_use]
    pub fn new(model: &'g Model) -> Self {
        Self::with(&Rc::new(Typings::new(model)), Rc::default())
    }

    pub(super) fn with(typings: &Rc<Typings<'g>>, values: Rc<Values<'g>>) -> Self {
        let model = typings.model();
        Self {
            types: &model.types,
            model,
            found: Vec::new(),
            decisions: Vec::new(),
            reads: Vec::new(),
            conditions: true,
            typings: Rc::clone(typings),
            values,
            scope: Scope::default(),
        }
    }

    /// One that knows no values of inputs and properties; its findings count for nothing.
    pub(super) fn closed(typings: &Rc<Typings<'g>>) -> Self {
        Self::with(typings, Rc::clone(typings.closed()))
    }

    /// Works without telling anything here; what is found is in what `work` gets.
    pub(super) fn aside<R>(&self, work: impl FnOnce(&mut Self) -> R) -> R {
        work(&mut Self::with(&self.typings, Rc::clone(&self.values)))
    }

    /// Computes what is typed so; `value` is what `$value` stands for.
    pub(super) fn evaluator<'e>(
        &'e self,
        typing: &'e Typing<'g>,
        value: Option<&'e Value>,
    ) -> Evaluator<'e, 'g> {
        Evaluator::new(&self.typings, &self.values, typing, value)
    }

    /// Holds the value at `node` against `expected`. Gives the value where all of it is known and right.
    pub fn check(&mut self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        check_value(self, node, expected, what)
    }

    /// Holds the value at `node` against the type that is demanded, and not against its conditions.
    pub fn check_type(&mut self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        let before = std::mem::replace(&mut self.conditions, false);
        let value = self.check(node, expected, what);
        self.conditions = before;
        value
    }

    /// The value at `node`, where all of it is known and right; nothing is told.
    #[must_use]
    pub fn value_of(&self, node: Node<'g>, expected: &ValueType<'g>) -> Option<Value> {
        self.aside(|checker| checker.check(node, expected, What::Named("value", "")))
    }

    /// What is wrong with the value at `node`; nothing is told.
    #[must_use]
    pub fn faults_of(&self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Vec<Diagnostic> {
        self.aside(|checker| {
            checker.check(node, expected, what);
            std::mem::take(&mut checker.found)
        })
    }

    /// The value of an expression of which nothing says what it must be; nothing is told.
    pub(crate) fn untyped_value(&self, node: Node<'g>) -> Option<Value> {
        self.aside(|checker| super::evaluation::any_value(checker, node))
    }

    /// The data type of what the call at `node` gives, where one is known; nothing is told.
    #[must_use]
    pub fn data_type_of(&self, node: Node<'g>) -> Option<TypeRef> {
        let typing = typed_call(&self.typings, node, &ValueType::Open, &self.scope);
        typing.whole.of.data_type().filter(|of| *of != TypeRef::Unknown)
    }

    /// Whether the expression at `node` is certainly of another type than `expected`; not where it is wrong
    /// by itself.
    #[must_use]
    pub fn is_unfit(&self, node: Node<'g>, expected: &ValueType<'g>) -> bool {
        let wrong = |expected: &ValueType<'g>| {
            self.aside(|checker| {
                checker.check_type(node, expected, What::Named("output", ""));
                checker.found.iter().any(|found| found.level == Level::Error)
            })
        };
        !wrong(&ValueType::Open) && wrong(expected)
    }

    /// Whether a condition holds where `SELF` is a node of `template`; none where that is not known before the
    /// service runs.
    #[must_use]
    pub fn holds_for_node(&self, condition: Node<'g>, template: NodeTemplateView<'g>) -> Option<bool> {
        paths::holds_for_node(self, condition, template)
    }

    /// The same where `SELF` is the relationship of an assignment that counts for `template`; none also where
    /// the condition does not depend on it at all.
    #[must_use]
    pub fn holds_for_assignment(
        &self,
        condition: Node<'g>,
        template: NodeTemplateView<'g>,
        assignment: RequirementAssignmentView<'g>,
    ) -> Option<bool> {
        paths::holds_for_assignment(self, condition, template, assignment)
    }

    /// Holds the mapping at `node` of an output against the attribute that it reaches; `given` is what is
    /// known of the output.
    pub(crate) fn mapping(&mut self, node: Node<'g>, name: &str, given: Option<&ValueType<'g>>) {
        paths::check_mapping(self, node, name, given);
    }

    /// Outputs of one operation that are stored in the same place (9.9-07), each with its mapping.
    pub(crate) fn shared_targets(&mut self, mappings: &[(Node<'g>, Node<'g>)]) {
        paths::shared_targets(self, mappings);
    }

    /// Reports the circles among the values that were checked so far, each once.
    pub(crate) fn circles(&mut self) {
        paths::tell_circles(self);
    }

    /// The path of the marked list `list`, with what is read at its end, as TOSCA 2.0 writes it. `end` is
    /// what a built-in function reads there. Of a path that is wrong, or about something that is not known, only
    /// the start is sure.
    #[must_use]
    pub fn new_path(&self, list: Node<'g>, end: Option<PathEnd>) -> Vec<PathStep<'g>> {
        paths::new_path(&mut Typer::new(&self.typings, Scope::default()), list, end)
    }
}

/// Calls are typed, and computed as far as their values are known.
impl<'g> Judge<'g> for Checker<'g> {
    fn typings(&self) -> &Rc<Typings<'g>> {
        &self.typings
    }

    fn diagnostics(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.found
    }

    fn decisions(&mut self) -> &mut Vec<Decision> {
        &mut self.decisions
    }

    fn call(&mut self, node: Node<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        let before = self.found.len();
        let typing = typed_call(&self.typings, node, expected, &self.scope);
        let fixed = tell(self, node, &typing);
        if self.found[before..].iter().any(|found| found.level == Level::Error) {
            return None;
        }
        let of = &typing.whole.of;
        if !of.may_be(self.types, expected) {
            wrong_result(self, node, of, expected, what);
            return None;
        }
        let value = settle(self, node, &typing, fixed)?;
        let fits = of.gives(self.types, &value, expected);
        (fits && self.meets(node, &value, expected, what)).then_some(value)
    }

    fn loose_call(&mut self, node: Node<'g>, expected: &ValueType<'g>) -> Fixed {
        let typing = typed_call(&self.typings, node, expected, &self.scope);
        let fixed = tell(self, node, &typing);
        settle(self, node, &typing, fixed);
        fixed
    }

    fn key(&mut self, call: Expression<'g>, name: Node<'g>, keys: &ValueType<'g>) {
        let before = self.found.len();
        let typing = typed_key(&self.typings, call, keys, &self.scope);
        tell(self, call.node(), &typing);
        if self.found[before..].iter().all(|found| found.level != Level::Error) {
            wrong_key(self, call.node(), name, &typing.whole.of, keys);
        }
    }

    fn meets(&mut self, node: Node<'g>, value: &Value, expected: &ValueType<'g>, what: What<'_>) -> bool {
        !self.conditions || meets_clauses(self, node, value, expected, what)
    }

    fn read(&mut self, _: Node<'g>, _: &Value) {}

    fn omit<'v>(&mut self, _: Node<'g>, _: impl Iterator<Item = (&'v String, &'v Value)>) {}
}

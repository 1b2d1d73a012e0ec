//! The checker of values: what is known of other values, and the diagnostics so far.

use std::cell::Cell;
use std::rc::Rc;

use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::Decision;
use crate::expressions::Expression;
use crate::functions::PathEnd;
use crate::literals::Value;
use crate::load::{Earlier, File, PerFile};
use crate::model::Model;
use crate::model::service::{NodeTemplateView, RequirementAssignmentView};
use crate::model::types::{TypeRef, Types};
use crate::yaml::YamlNode;

use super::check_context::CheckContext;
use super::computed::MAX_COMPUTATIONS;
use super::conditions::{meets_all_clauses, meets_clauses};
use super::evaluator::{CallResult, Evaluator};
use super::instance::EntityInstance;
use super::memo::Values;
use super::parts::check_value;
use super::paths::{self, NewPath, ValueRead};
use super::typing::{
    Knowledge, Scope, Typer, Typing, Typings, compute, compute_parts, report_wrong_key, report_wrong_result,
    typed_call, typed_clause, typed_key,
};
use super::value_type::ValueType;
use super::what::What;

/// Checks values and collects the diagnostics.
pub struct Checker<'g> {
    pub(super) types: &'g Types,
    pub(super) model: &'g Model,
    /// The diagnostics so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The decisions so far about nodes that TOSCA 2.0 writes differently.
    pub(crate) decisions: Vec<Decision>,
    /// The values that read other values.
    pub(super) reads: Vec<ValueRead<'g>>,
    /// Whether values must satisfy the validation clauses of their types.
    conditions: bool,
    /// The typings of calls.
    pub(super) typings: Rc<Typings<'g>>,
    /// The values of inputs and properties.
    pub(super) values: Rc<Values<'g>>,
    /// The context of the calls that are checked.
    pub(super) scope: Scope<'g>,
    /// What `SELF` and the indices refer to in the values that are checked, if that is known.
    pub(super) instance: Option<EntityInstance<'g>>,
    /// How many more computations there may be for one of several nodes or relationships.
    computations: Cell<u32>,
}

/// A call whose parts can be computed separately.
#[derive(Clone)]
pub(crate) struct TypedCall<'g>(Rc<Typing<'g>>);

/// What the check of a file found.
#[derive(Clone, Debug, Default)]
pub struct CheckedFile {
    /// The decisions about nodes that TOSCA 2.0 writes differently.
    pub decisions: Vec<Decision>,
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks all TOSCA 2.0 files except built-in ones in parallel, each with a separate checker, which `check`
/// returns; takes over what `earlier` has.
pub(crate) fn check_each_file<'g>(
    model: &'g Model,
    earlier: &Earlier<'_, CheckedFile>,
    check: impl Fn(Checker<'g>, &'g File) -> Checker<'g> + Sync,
) -> PerFile<CheckedFile> {
    PerFile::new(&model.types.graph, earlier, |file| {
        if !file.is_checked() {
            return CheckedFile::default();
        }
        let Checker { decisions, diagnostics, .. } = check(Checker::new(model), file);
        CheckedFile { decisions, diagnostics }
    })
}

impl FromIterator<CheckedFile> for CheckedFile {
    fn from_iter<I: IntoIterator<Item = Self>>(files: I) -> Self {
        files.into_iter().fold(Self::default(), |mut all, file| {
            all.decisions.extend(file.decisions);
            all.diagnostics.extend(file.diagnostics);
            all
        })
    }
}

impl<'g> Checker<'g> {
    /// Creates a checker without diagnostics.
    #[must_use]
    pub fn new(model: &'g Model) -> Self {
        Self::with(&Rc::new(Typings::new(model)), Rc::default())
    }

    pub(super) fn with(typings: &Rc<Typings<'g>>, values: Rc<Values<'g>>) -> Self {
        let model = typings.model();
        Self {
            types: &model.types,
            model,
            diagnostics: Vec::new(),
            decisions: Vec::new(),
            reads: Vec::new(),
            conditions: true,
            typings: Rc::clone(typings),
            values,
            scope: Scope::default(),
            instance: None,
            computations: Cell::new(MAX_COMPUTATIONS),
        }
    }

    /// Sets what `SELF` refers to in the values that are checked from now on; returns what it referred to.
    pub(crate) fn set_instance(
        &mut self,
        instance: Option<EntityInstance<'g>>,
    ) -> Option<EntityInstance<'g>> {
        std::mem::replace(&mut self.instance, instance)
    }

    /// Whether the limit allows to compute a value for one of several nodes or relationships; counts it.
    pub(super) fn spend_instance(&self) -> bool {
        self.computations.set(self.computations.get().saturating_sub(1));
        self.computations.get() > 0
    }

    /// Returns what `SELF` refers to in the values that are checked.
    pub(crate) fn instance(&self) -> Option<EntityInstance<'g>> {
        self.instance
    }

    /// Checks a value in which `SELF` refers to `instance`. Returns the value, if it is known and valid, and the
    /// findings, without reporting them.
    pub(super) fn check_aside(
        &self,
        instance: Option<EntityInstance<'g>>,
        node: YamlNode<'g>,
        expected: &ValueType<'g>,
        what: What<'_>,
    ) -> (Option<Value>, Vec<Diagnostic>) {
        self.aside(|checker| {
            checker.instance = instance;
            let value = checker.check(node, expected, what);
            (value, std::mem::take(&mut checker.diagnostics))
        })
    }

    /// Returns whether no error was reported after the first `count` diagnostics; advice leaves a value right.
    pub(super) fn is_right_since(&self, count: usize) -> bool {
        self.diagnostics[count..].iter().all(|diagnostic| diagnostic.level != Level::Error)
    }

    /// Creates a checker that knows no values of inputs and properties; its diagnostics are not reported.
    pub(super) fn closed(typings: &Rc<Typings<'g>>) -> Self {
        Self::with(typings, Rc::clone(typings.closed()))
    }

    /// Forgets the values of inputs and properties: what a type defines is the same wherever it is used.
    pub(crate) fn close(&mut self) {
        self.values = Rc::clone(self.typings.closed());
    }

    /// Runs `work` with a separate checker, whose diagnostics are not added to this one.
    pub(super) fn aside<R>(&self, work: impl FnOnce(&mut Self) -> R) -> R {
        let mut aside = Self::with(&self.typings, Rc::clone(&self.values));
        aside.instance = self.instance;
        work(&mut aside)
    }

    /// Returns an evaluator of the calls in `typing`; `value` is the value of `$value`.
    pub(super) fn evaluator<'e>(
        &'e self,
        typing: &'e Typing<'g>,
        value: Option<&'e Value>,
    ) -> Evaluator<'e, 'g> {
        Evaluator::new(&self.typings, &self.values, typing, value).of(self.instance)
    }

    /// Checks the value at `node` against `expected`. Returns the value if all of it is known and valid.
    pub fn check(&mut self, node: YamlNode<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        check_value(self, node, expected, what)
    }

    /// Checks the value at `node` against the expected type, but not against its validation clauses.
    pub fn check_type(
        &mut self,
        node: YamlNode<'g>,
        expected: &ValueType<'g>,
        what: What<'_>,
    ) -> Option<Value> {
        let saved_conditions = std::mem::replace(&mut self.conditions, false);
        let value = self.check(node, expected, what);
        self.conditions = saved_conditions;
        value
    }

    /// Checks the value at `node` against `expected`, as far as no input or property has a value.
    pub(super) fn check_closed(&mut self, node: YamlNode<'g>, expected: &ValueType<'g>, what: What<'_>) {
        let closed = Rc::clone(self.typings.closed());
        let values = std::mem::replace(&mut self.values, closed);
        self.check(node, expected, what);
        self.values = values;
    }

    /// Returns the value at `node` if all of it is known and valid; reports nothing.
    #[must_use]
    pub fn value_of(&self, node: YamlNode<'g>, expected: &ValueType<'g>) -> Option<Value> {
        self.check_aside(self.instance, node, expected, What::Named("value", "")).0
    }

    /// Returns the diagnostics about the value at `node`, without reporting them.
    #[must_use]
    pub fn diagnostics_of(
        &self,
        node: YamlNode<'g>,
        expected: &ValueType<'g>,
        what: What<'_>,
    ) -> Vec<Diagnostic> {
        self.check_aside(self.instance, node, expected, what).1
    }

    /// Returns the value of an expression without an expected type; reports nothing.
    pub(crate) fn untyped_value(&self, node: YamlNode<'g>) -> Option<Value> {
        self.aside(|checker| super::evaluation::evaluate_untyped(checker, node))
    }

    /// Returns the call at `node`, which should be of the type `expected`.
    pub(crate) fn typed_call(&self, node: YamlNode<'g>, expected: &ValueType<'g>) -> TypedCall<'g> {
        TypedCall(typed_call(&self.typings, node, expected, &Scope::default()))
    }

    /// Returns the validation clause at `node`, on values of the type `validated`.
    pub(crate) fn typed_clause(&self, node: YamlNode<'g>, validated: &ValueType<'g>) -> TypedCall<'g> {
        TypedCall(typed_clause(self, node, validated))
    }

    /// Returns the value of `part` of a call, if it is known; reports nothing. The value of a string whose type is
    /// unknown is not known: it may be a scalar or a version.
    pub(crate) fn value_of_part(&self, call: &TypedCall<'g>, part: YamlNode<'g>) -> Option<Value> {
        let is_literal = self.types.expressions.call(part).is_none();
        if is_literal && part.is_string() && call.0.literal(part).is_none() {
            return None;
        }
        match self.evaluator(&call.0, None).evaluate(part) {
            CallResult::Value(value) => Some(value),
            CallResult::Unknown | CallResult::Failed(..) => None,
        }
    }

    /// Returns the data type of the result of the call at `node`, if it is known; reports nothing.
    #[must_use]
    pub fn data_type_of(&self, node: YamlNode<'g>) -> Option<TypeRef> {
        let typing = typed_call(&self.typings, node, &ValueType::Any, &self.scope);
        typing.whole.ty.data_type().filter(|ty| *ty != TypeRef::Unknown)
    }

    /// Whether the expression at `node` is valid, but certainly not of the type `expected`.
    #[must_use]
    pub fn is_unfit(&self, node: YamlNode<'g>, expected: &ValueType<'g>) -> bool {
        let wrong = |expected: &ValueType<'g>| {
            self.aside(|checker| {
                checker.check_type(node, expected, What::Named("output", ""));
                checker.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
            })
        };
        !wrong(&ValueType::Any) && wrong(expected)
    }

    /// Whether a condition holds if `SELF` is a node of `template`, or `None` if that is only known at run
    /// time.
    #[must_use]
    pub fn holds_for_node(&self, condition: YamlNode<'g>, template: NodeTemplateView<'g>) -> Option<bool> {
        paths::holds_for_node(self, condition, template)
    }

    /// Whether a condition holds if `SELF` is the relationship of an assignment of `template`, or `None` if
    /// that is only known at run time or if the condition does not depend on the relationship.
    #[must_use]
    pub fn holds_for_assignment(
        &self,
        condition: YamlNode<'g>,
        template: NodeTemplateView<'g>,
        assignment: RequirementAssignmentView<'g>,
    ) -> Option<bool> {
        paths::holds_for_assignment(self, condition, template, assignment)
    }

    /// Checks the mapping of an output at `node` against the attribute that it targets; `given` is the type
    /// of the output, if it is known.
    pub(crate) fn mapping(&mut self, node: YamlNode<'g>, name: &str, given: Option<&ValueType<'g>>) {
        paths::check_mapping(self, node, name, given);
    }

    /// Reports outputs of one operation that are mapped to the same attribute (9.9-07); `mappings` has each
    /// output with its mapping.
    pub(crate) fn shared_targets(&mut self, mappings: &[(YamlNode<'g>, YamlNode<'g>)]) {
        paths::shared_targets(self, mappings);
    }

    /// Reports each cycle among the values that were checked so far once.
    pub(crate) fn report_cycles(&mut self) {
        paths::report_cycles(self);
    }

    /// Returns the TOSCA 2.0 form of the path in the marked list `list`, including the name that is read at
    /// its end. `end` is what a built-in function reads there.
    #[must_use]
    pub fn new_path(&self, list: YamlNode<'g>, end: Option<PathEnd>) -> NewPath<'g> {
        paths::new_path(&mut Typer::new(&self.typings, Scope::default()), list, end)
    }
}

/// Types calls, and computes them as far as their values are known.
impl<'g> CheckContext<'g> for Checker<'g> {
    fn typings(&self) -> &Rc<Typings<'g>> {
        &self.typings
    }

    fn diagnostics(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.diagnostics
    }

    fn decisions(&mut self) -> &mut Vec<Decision> {
        &mut self.decisions
    }

    fn call(&mut self, node: YamlNode<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        let count_before = self.diagnostics.len();
        let typing = typed_call(&self.typings, node, expected, &self.scope);
        let ty = &typing.whole.ty;
        let is_wrong = !ty.may_be(self.types, expected);
        let value = if is_wrong {
            compute_parts(self, node, &typing);
            None
        } else {
            compute(self, node, &typing)
        };
        if !self.is_right_since(count_before) {
            return None;
        }
        if is_wrong {
            report_wrong_result(self, node, ty, expected, what);
            return None;
        }
        let value = value?;
        let fits = ty.gives(self.types, &value, expected);
        let is_right = fits && (!self.conditions || meets_all_clauses(self, node, &value, expected, what));
        is_right.then_some(value)
    }

    fn call_of_any_type(&mut self, node: YamlNode<'g>, expected: &ValueType<'g>) -> Knowledge {
        let typing = typed_call(&self.typings, node, expected, &self.scope);
        compute(self, node, &typing);
        typing.whole.knowledge
    }

    fn key(&mut self, call: Expression<'g>, name: YamlNode<'g>, keys: &ValueType<'g>) -> Option<String> {
        let (count_before, node) = (self.diagnostics.len(), call.node());
        let typing = typed_key(&self.typings, call, keys, &self.scope);
        let key = compute(self, node, &typing);
        if self.is_right_since(count_before) {
            report_wrong_key(self, node, name, &typing.whole.ty, keys);
        }
        match key.filter(|_| self.is_right_since(count_before)) {
            Some(Value::String(name)) => Some(name),
            _ => None,
        }
    }

    fn meets(&mut self, node: YamlNode<'g>, value: &Value, expected: &ValueType<'g>, what: What<'_>) -> bool {
        !self.conditions || meets_clauses(self, node, value, expected, what)
    }

    fn read(&mut self, _: YamlNode<'g>, _: &Value) {}

    fn omit<'v>(&mut self, _: YamlNode<'g>, _: impl Iterator<Item = (&'v String, &'v Value)>) {}
}

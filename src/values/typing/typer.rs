//! The work on the type of one call.

use std::rc::Rc;

use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::Decision;
use crate::expressions::Expression;
use crate::literals::Value;
use crate::model::Model;
use crate::model::types::Types;
use crate::values::check_context::CheckContext;
use crate::values::evaluator::Evaluator;
use crate::values::links::Links;
use crate::values::paths::Entity;
use crate::values::value_type::ValueType;
use crate::values::what::What;
use crate::yaml::YamlNode;

use super::calls::{type_call, type_expression};
use super::result::{ExtraResults, Silenced};
use super::{IndexBound, Knowledge, Root, Typed, Typing, Typings, report_wrong_key, report_wrong_result};

/// The context of a call, as far as it determines the type of the call.
#[derive(Clone, Default)]
pub(in crate::values) struct Scope<'g> {
    /// The type of `$value`, or `None` outside of validation clauses.
    pub(in crate::values) value: Option<ValueType<'g>>,
    /// The entity that `SELF` refers to, if it is not the enclosing entity.
    pub(in crate::values) self_entity: Option<Rc<Entity<'g>>>,
    /// The number of enclosing calls of defined functions whose signatures are being tried.
    pub(in crate::values) level: u8,
}

/// The number of results at some time.
#[derive(Clone, Copy)]
pub(in crate::values) struct ResultCounts {
    /// The number of diagnostics.
    pub(in crate::values) diagnostics: usize,
    /// The number of decisions about literals.
    pub(in crate::values) decisions: usize,
    /// The number of calls that are computed separately.
    pub(in crate::values) roots: usize,
}

/// The work on the type of one call.
pub(in crate::values) struct Typer<'g> {
    pub(in crate::values) types: &'g Types,
    pub(in crate::values) model: &'g Model,
    pub(in crate::values) typings: Rc<Typings<'g>>,
    pub(in crate::values) scope: Scope<'g>,
    /// The results so far.
    pub(in crate::values) typing: Typing<'g>,
    pub(in crate::values) extra: ExtraResults<'g>,
    /// Whether the values of literals are kept for the enclosing literal.
    pub(in crate::values) keeps_literals: bool,
    /// The meaning of names in paths, recorded on demand.
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
            extra: ExtraResults::default(),
            keeps_literals: false,
            links: Links::default(),
        }
    }

    /// Returns an evaluator of what is typed so far, without the values of inputs and properties.
    pub(in crate::values) fn evaluator(&self) -> Evaluator<'_, 'g> {
        Evaluator::new(&self.typings, self.typings.closed(), &self.typing, None)
    }

    /// Completes the typing of the call; `whole` is its type.
    pub(in crate::values) fn finish(self, whole: Typed<'g>) -> Typing<'g> {
        self.typing.complete(whole, self.extra)
    }

    /// Marks the call of `root`, which was typed, as computed separately.
    pub(in crate::values) fn add_root(&mut self, root: Root<'g>) {
        self.typing.mark_root(root.node);
        self.extra.roots.push(root);
    }

    /// Adds a bound for an index, which is checked once the index is known.
    pub(in crate::values) fn add_bound(&mut self, bound: IndexBound<'g>) {
        self.extra.bounds.push(bound);
    }

    /// Drops the last diagnostic if a diagnostic of at least the level `by` is reported when a part of
    /// `inside` is computed.
    pub(in crate::values) fn silence(&mut self, inside: YamlNode<'g>, by: Level) {
        if let Some(finding) = self.extra.diagnostics.len().checked_sub(1) {
            self.extra.silenced.push(Silenced { finding, inside, by });
        }
    }

    /// Returns whether no error was found after the first `count` findings; advice leaves an expression right.
    pub(in crate::values) fn is_right_since(&self, count: usize) -> bool {
        self.extra.diagnostics[count..].iter().all(|diagnostic| diagnostic.level != Level::Error)
    }

    /// Returns the number of results so far.
    pub(in crate::values) fn result_counts(&self) -> ResultCounts {
        let extra = &self.extra;
        ResultCounts {
            diagnostics: extra.diagnostics.len(),
            decisions: extra.decisions.len(),
            roots: extra.roots.len(),
        }
    }

    /// Drops the results beyond `counts`.
    pub(in crate::values) fn forget(&mut self, counts: ResultCounts) {
        self.extra.diagnostics.truncate(counts.diagnostics);
        self.extra.silenced.retain(|silenced| silenced.finding < counts.diagnostics);
        self.extra.decisions.truncate(counts.decisions);
        self.extra.roots.truncate(counts.roots);
    }
}

/// Types nested calls, which are computed later.
impl<'g> CheckContext<'g> for Typer<'g> {
    fn typings(&self) -> &Rc<Typings<'g>> {
        &self.typings
    }

    fn diagnostics(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.extra.diagnostics
    }

    fn decisions(&mut self) -> &mut Vec<Decision> {
        &mut self.extra.decisions
    }

    fn call(&mut self, node: YamlNode<'g>, expected: &ValueType<'g>, what: What<'_>) -> Option<Value> {
        let count_before = self.extra.diagnostics.len();
        let Typed { ty, knowledge } = type_expression(self, node, expected);
        let is_right = self.is_right_since(count_before);
        let fits = ty.may_be(self.types, expected);
        if is_right && !fits {
            report_wrong_result(self, node, &ty, expected, what);
            self.silence(node, Level::Error);
        }
        let is_whole = is_right && fits;
        self.add_root(Root { node, is_whole, literal_types: Some((ty, expected.clone())) });
        (is_whole && knowledge != Knowledge::Unknown).then_some(Value::Nil)
    }

    fn call_of_any_type(&mut self, node: YamlNode<'g>, expected: &ValueType<'g>) -> Knowledge {
        let typed = type_expression(self, node, expected);
        self.add_root(Root { node, is_whole: true, literal_types: None });
        typed.knowledge
    }

    fn key(&mut self, call: Expression<'g>, name: YamlNode<'g>, keys: &ValueType<'g>) -> Option<String> {
        let count_before = self.extra.diagnostics.len();
        let typed = type_call(self, call, keys);
        self.add_root(Root { node: call.node(), is_whole: false, literal_types: None });
        let is_right = self.is_right_since(count_before);
        if is_right && report_wrong_key(self, call.node(), name, &typed.ty, keys) {
            self.silence(call.node(), Level::Info);
            return None;
        }
        is_right.then(String::new)
    }

    /// Validation clauses apply to values, not to the operands that values are compared with.
    fn meets(&mut self, _: YamlNode<'g>, _: &Value, _: &ValueType<'g>, _: What<'_>) -> bool {
        true
    }

    fn read(&mut self, node: YamlNode<'g>, value: &Value) {
        if self.keeps_literals {
            self.typing.add_literal(node, value.clone());
        }
    }

    fn omit<'v>(&mut self, node: YamlNode<'g>, values: impl Iterator<Item = (&'v String, &'v Value)>) {
        if self.keeps_literals {
            let values = values.map(|(name, value)| (name.clone(), value.clone()));
            self.typing.add_omitted(node, values.collect());
        }
    }
}

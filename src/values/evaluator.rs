//! Computes function calls, as far as that is possible before the service runs (TOSCA 2.0 §10).

mod neighbors;
mod reading;

use std::rc::Rc;

use rustc_hash::FxBuildHasher;

use crate::base::IndexMap;
use crate::expressions::{Callee, Expression};
use crate::functions::{
    Computation, Failure, Function, FunctionSource, NoValue, PathEnd, ResultLimits, ResultType, is_truncated,
};
use crate::literals::Value;
use crate::model::Model;
use crate::model::types::Types;
use crate::yaml::{Kind, YamlNode};

use super::instance::EntityInstance;
use super::memo::{Budget, Values};
use super::parts::raw;
use super::typing::{Scope, Typing, Typings, typed_call};
use super::value_type::ValueType;

/// Values of at most this size do not count towards the limit of all computed values.
const MIN_COUNTED_BYTES: usize = 1 << 12;

/// The result of a call.
#[derive(Clone, Debug)]
pub(super) enum CallResult<'g> {
    /// A value.
    Value(Value),
    /// The result depends on the running service, or on something that is not known.
    Unknown,
    /// The result can never be computed.
    Failed(YamlNode<'g>, Failure),
}

/// Computes calls.
pub(super) struct Evaluator<'e, 'g> {
    types: &'g Types,
    typings: &'e Rc<Typings<'g>>,
    values: &'e Rc<Values<'g>>,
    /// What is known of the parts of the expression.
    typing: &'e Typing<'g>,
    /// The value of `$value`.
    value: Option<&'e Value>,
    /// What `SELF` and the indices refer to, if that is known.
    instance: Option<EntityInstance<'g>>,
}

impl<'e, 'g> Evaluator<'e, 'g> {
    pub(super) fn new(
        typings: &'e Rc<Typings<'g>>,
        values: &'e Rc<Values<'g>>,
        typing: &'e Typing<'g>,
        value: Option<&'e Value>,
    ) -> Self {
        Self { types: &typings.model().types, typings, values, typing, value, instance: None }
    }

    /// Returns the same evaluator for values in which `SELF` refers to `instance`.
    pub(super) fn of(&self, instance: Option<EntityInstance<'g>>) -> Self {
        Self { instance, ..*self }
    }

    /// Returns what `SELF` refers to, if that is known.
    pub(super) fn instance(&self) -> Option<EntityInstance<'g>> {
        self.instance
    }

    pub(super) fn types(&self) -> &'g Types {
        self.types
    }

    pub(super) fn model(&self) -> &'g Model {
        self.typings.model()
    }

    /// Whether there is a call at `node`.
    pub(super) fn is_call(&self, node: YamlNode<'g>) -> bool {
        self.types.expressions.call(node).is_some()
    }

    /// Computes the value of a call, or of a literal.
    pub(super) fn evaluate(&self, node: YamlNode<'g>) -> CallResult<'g> {
        if let Some(call) = self.types.expressions.call(node) {
            return self.evaluate_call(call);
        }
        if let Some(value) = self.typing.literal(node) {
            return CallResult::Value(value.clone());
        }
        match node.kind() {
            Kind::Sequence => self
                .evaluate_all(node.items())
                .map_or_else(|not_a_value| not_a_value, |values| CallResult::Value(Value::List(values))),
            Kind::Mapping => self.evaluate_map(node),
            Kind::Scalar => raw(self.types, node).map_or(CallResult::Unknown, CallResult::Value),
            Kind::Invalid => CallResult::Unknown,
        }
    }

    fn evaluate_map(&self, node: YamlNode<'g>) -> CallResult<'g> {
        let keys = match self.evaluate_all(node.entries().map(|(key, _)| key)) {
            Ok(keys) => keys,
            Err(not_a_value) => return not_a_value,
        };
        let values = match self.evaluate_all(node.entries().map(|(_, value)| value)) {
            Ok(values) => values,
            Err(not_a_value) => return not_a_value,
        };
        let mut map = IndexMap::with_capacity_and_hasher(values.len(), FxBuildHasher);
        for (key, value) in keys.into_iter().zip(values) {
            // Repeated keys are errors.
            match key {
                Value::String(name) if !map.contains_key(&name) => map.insert(name, value),
                _ => return CallResult::Unknown,
            };
        }
        map.extend(self.typing.omitted(node).iter().cloned());
        CallResult::Value(Value::Map(map))
    }

    fn evaluate_call(&self, call: Expression<'g>) -> CallResult<'g> {
        let node = call.node();
        // A call outside the typing is typed separately, without an expected type.
        if !self.typing.is_about(node) {
            let scope = Scope::default();
            let typing = self.typings.known(node);
            let typing = typing.unwrap_or_else(|| typed_call(self.typings, node, &ValueType::Any, &scope));
            if typing.is_about(node) {
                return Evaluator { typing: &typing, ..*self }.evaluate_call(call);
            }
        }
        // A wrong call has no value.
        if self.typing.row(node).is_none_or(|row| !row.is_right) {
            return CallResult::Unknown;
        }
        match self.compute(call) {
            CallResult::Value(value) if !self.fits(node, &value) => CallResult::Unknown,
            CallResult::Value(value) => match self.check_size(&value) {
                Ok(()) => CallResult::Value(value),
                Err(None) => CallResult::Unknown,
                Err(Some(failure)) => CallResult::Failed(node, failure),
            },
            other => other,
        }
    }

    /// Whether the value of a call in a literal is of the type that is expected there.
    fn fits(&self, node: YamlNode<'g>, value: &Value) -> bool {
        let types = self.typing.literal_types(node);
        types.is_none_or(|(ty, expected)| ty.gives(self.types, value, expected))
    }

    /// Checks the size of a value; an error without a failure means that the limit was already reported.
    fn check_size(&self, value: &Value) -> Result<(), Option<Failure>> {
        let size = value
            .size(ResultLimits::DEFAULT.bytes, ResultLimits::DEFAULT.depth)
            .ok_or(Some(Failure::TooLarge))?;
        if size <= MIN_COUNTED_BYTES {
            return Ok(());
        }
        match self.values.charge(size) {
            Budget::Enough => Ok(()),
            Budget::ExceededBefore => Err(None),
            Budget::ExceededNow => Err(Some(Failure::TooMuch)),
        }
    }

    fn compute(&self, call: Expression<'g>) -> CallResult<'g> {
        let Some(Callee::BuiltIn(function)) = call.callee() else { return CallResult::Unknown };
        let node = call.node();
        let nodes: Vec<YamlNode<'g>> = call.arguments().map(Expression::node).collect();
        let compute = match function.computation {
            Computation::Computed(compute) => compute,
            Computation::DecidedBy(end) => return self.compute_junction(end, &nodes),
            Computation::Reads(source) => return self.read_source(node, source, &nodes),
        };
        let values = match self.evaluate_arguments(function, &nodes) {
            Ok(values) => values,
            Err(not_a_value) => return not_a_value,
        };
        match compute(&values, &ResultLimits::DEFAULT) {
            Ok(value) => {
                let is_quotient = function.result == ResultType::Quotient;
                let is_product = function.result == ResultType::Product;
                if (is_quotient || is_product) && is_truncated(&values, is_quotient, &value) {
                    self.values.add_truncated(node);
                }
                CallResult::Value(value)
            }
            Err(NoValue::Unknown) => CallResult::Unknown,
            Err(NoValue::Failed { argument, failure }) => {
                let culprit = argument.and_then(|index| nodes.get(index)).copied();
                CallResult::Failed(culprit.unwrap_or(node), failure)
            }
        }
    }

    /// Computes what a function reads.
    fn read_source(
        &self,
        node: YamlNode<'g>,
        source: FunctionSource,
        nodes: &[YamlNode<'g>],
    ) -> CallResult<'g> {
        match source {
            FunctionSource::Value => self.read_value(nodes),
            FunctionSource::Input => self.read_input(node, nodes),
            // The targets of paths are known with the node templates.
            FunctionSource::Path(PathEnd::Property) => self.read_property(node, nodes),
            FunctionSource::Path(PathEnd::Attribute | PathEnd::Artifact | PathEnd::Allocation) => {
                CallResult::Unknown
            }
            FunctionSource::NodeIndex => index_value(self.instance.and_then(|of| of.node().index)),
            FunctionSource::RelationshipIndex => index_value(match self.instance {
                Some(EntityInstance::Relationship(relationship)) => relationship.known_index(),
                Some(EntityInstance::Node(_)) | None => None,
            }),
        }
    }

    /// Computes the values of all arguments.
    fn evaluate_arguments(
        &self,
        function: &Function,
        nodes: &[YamlNode<'g>],
    ) -> Result<Vec<Value>, CallResult<'g>> {
        let mut values = self.evaluate_all(nodes.iter().copied())?;
        self.read_like_calls(function, nodes, &mut values);
        Ok(values)
    }

    /// Computes the values at all `nodes`.
    ///
    /// # Errors
    ///
    /// The first failure, or else the first result that is not a value: what has a part that can never be
    /// computed can never be computed.
    fn evaluate_all(&self, nodes: impl Iterator<Item = YamlNode<'g>>) -> Result<Vec<Value>, CallResult<'g>> {
        let mut values = Vec::new();
        let mut is_known = true;
        for node in nodes {
            match self.evaluate(node) {
                CallResult::Value(value) => values.push(value),
                CallResult::Failed(culprit, failure) => return Err(CallResult::Failed(culprit, failure)),
                CallResult::Unknown => is_known = false,
            }
        }
        if is_known { Ok(values) } else { Err(CallResult::Unknown) }
    }

    /// Computes `$and` and `$or`, which are decided by the first argument that is `end`.
    fn compute_junction(&self, end: bool, nodes: &[YamlNode<'g>]) -> CallResult<'g> {
        let mut result = CallResult::Value(Value::Boolean(!end));
        for node in nodes {
            match self.evaluate(*node) {
                CallResult::Value(Value::Boolean(value)) if value == end => {
                    return CallResult::Value(Value::Boolean(end));
                }
                CallResult::Value(Value::Boolean(_)) => {}
                CallResult::Failed(node, failure) => result = CallResult::Failed(node, failure),
                _ if matches!(result, CallResult::Failed(..)) => {}
                _ => result = CallResult::Unknown,
            }
        }
        result
    }
}

/// Returns an index as the result of a call.
fn index_value<'g>(index: Option<u64>) -> CallResult<'g> {
    let index = index.and_then(|index| i64::try_from(index).ok());
    index.map_or(CallResult::Unknown, |index| CallResult::Value(Value::Integer(index)))
}

//! Computes function calls, as far as that is possible before the service runs (TOSCA 2.0 §10).

use std::rc::Rc;

use crate::base::Span;
use crate::expressions::{Callee, Expression};
use crate::functions::{
    Computation, Failure, Function, FunctionSource, NoValue, Parameter, PathEnd, ResultLimits,
};
use crate::literals::{Value, read_like, unescaped};
use crate::model::types::Types;
use crate::yaml::{Kind, YamlNode};

use super::inputs::InputRef;
use super::literal_policy;
use super::memo::{Budget, NamedValue, Values};
use super::parts::raw;
use super::typing::{PathTarget, Scope, Typing, Typings, typed_call};
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
}

impl<'e, 'g> Evaluator<'e, 'g> {
    pub(super) fn new(
        typings: &'e Rc<Typings<'g>>,
        values: &'e Rc<Values<'g>>,
        typing: &'e Typing<'g>,
        value: Option<&'e Value>,
    ) -> Self {
        Self { types: &typings.model().types, typings, values, typing, value }
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
        let Some(names) = node.entries().map(|(key, _)| key.as_str()).collect::<Option<Vec<_>>>() else {
            return CallResult::Unknown;
        };
        let values = match self.evaluate_all(node.entries().map(|(_, value)| value)) {
            Ok(values) => values,
            Err(not_a_value) => return not_a_value,
        };
        let names = names.into_iter().map(|name| unescaped(name).to_owned());
        let omitted = self.typing.omitted(node).iter().cloned();
        CallResult::Value(Value::Map(names.zip(values).chain(omitted).collect()))
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
        match self.compute(call) {
            CallResult::Value(value) => match self.check_size(&value) {
                Ok(()) => CallResult::Value(value),
                Err(None) => CallResult::Unknown,
                Err(Some(failure)) => CallResult::Failed(node, failure),
            },
            other => other,
        }
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
            Ok(value) => CallResult::Value(value),
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
            FunctionSource::Path(PathEnd::Attribute | PathEnd::Artifact | PathEnd::Allocation)
            | FunctionSource::NodeIndex
            | FunctionSource::RelationshipIndex => CallResult::Unknown,
        }
    }

    /// Computes the values of all arguments.
    fn evaluate_arguments(
        &self,
        function: &Function,
        nodes: &[YamlNode<'g>],
    ) -> Result<Vec<Value>, CallResult<'g>> {
        let mut values = self.evaluate_all(nodes.iter().copied())?;
        let sibling = self.value_of_t(function, nodes, &values);
        for (index, node) in
            nodes.iter().enumerate().filter(|(index, _)| function.parameter(*index).is_of_t())
        {
            if let (Some(sibling), Some(value)) = (&sibling, values.get_mut(index)) {
                self.read_like_sibling(*node, sibling, value);
            }
        }
        Ok(values)
    }

    /// Computes the values at all `nodes`; the error is the first result that is not a value.
    fn evaluate_all(&self, nodes: impl Iterator<Item = YamlNode<'g>>) -> Result<Vec<Value>, CallResult<'g>> {
        let mut values = Vec::new();
        let mut missing = None;
        for node in nodes {
            match self.evaluate(node) {
                CallResult::Value(value) => values.push(value),
                // All missing values are collected at once.
                other if self.values.has_to_wait() => missing = missing.or(Some(other)),
                other => return Err(other),
            }
        }
        missing.map_or(Ok(values), Err)
    }

    /// Returns a value of the type T of a call with these argument values: that of the first argument that is
    /// not a literal.
    fn value_of_t(&self, function: &Function, nodes: &[YamlNode<'g>], values: &[Value]) -> Option<Value> {
        let is_call = |node: &YamlNode<'g>| self.types.expressions.call(*node).is_some();
        let arguments = nodes.iter().zip(values).enumerate();
        let is_of_t = |index: usize| function.parameter(index).is_of_t();
        let mut arguments = arguments.filter(|(index, (node, _))| is_of_t(*index) && is_call(node));
        let (index, (_, value)) = arguments.next()?;
        match (function.parameter(index), value) {
            (Parameter::T(_), value) => Some(value.clone()),
            (_, Value::List(values)) => values.first().cloned(),
            (Parameter::CollectionOfT, Value::Map(values)) => values.values().next().cloned(),
            _ => None,
        }
    }

    /// Reads the literals at `node` with the type of `sibling` if their type was unknown before values were
    /// computed.
    fn read_like_sibling(&self, node: YamlNode<'g>, sibling: &Value, value: &mut Value) {
        if self.types.expressions.call(node).is_some() || self.typing.literal(node).is_some() {
            return;
        }
        match (value, sibling) {
            (Value::List(values), Value::List(sibling_values)) => {
                if let Some(first) = sibling_values.first() {
                    for (item, value) in node.items().zip(values) {
                        self.read_like_sibling(item, first, value);
                    }
                }
            }
            (Value::List(values), sibling) => {
                for (item, value) in node.items().zip(values) {
                    self.read_like_sibling(item, sibling, value);
                }
            }
            (value, sibling) => {
                if let Some(read) = read_like(node, sibling, literal_policy(self.types, node)) {
                    *value = read;
                }
            }
        }
    }

    /// Computes `$value`, or a part of it (§10.2.1.5).
    fn read_value(&self, steps: &[YamlNode<'g>]) -> CallResult<'g> {
        let Some(value) = self.value else { return CallResult::Unknown };
        match self.select_part(value, steps, None) {
            // A missing entry leaves the condition undecided (9.10-09).
            CallResult::Failed(_, Failure::NoPart(None)) => CallResult::Unknown,
            other => other,
        }
    }

    /// Computes `$get_input`, or a part of the input (§10.2.1.1).
    fn read_input(&self, call: YamlNode<'g>, arguments: &[YamlNode<'g>]) -> CallResult<'g> {
        let Some((name, steps)) = arguments.split_first() else { return CallResult::Unknown };
        let inputs = &self.typings.inputs;
        let Some(InputRef::Service(input)) = name.as_str().and_then(|name| inputs.find(call, name)) else {
            return CallResult::Unknown;
        };
        let Some(value) = self.values.get(self.typings, NamedValue::Input(input)) else {
            return CallResult::Unknown;
        };
        let value_span = inputs.given(input).or_else(|| input.own_value()).map(YamlNode::span);
        self.select_part(&value, steps, value_span)
    }

    /// Computes `$get_property`, or a part of the property (§10.2.1.2).
    fn read_property(&self, call: YamlNode<'g>, arguments: &[YamlNode<'g>]) -> CallResult<'g> {
        let Some(target @ PathTarget { value: node, index, .. }) = self.typing.target(call) else {
            return CallResult::Unknown;
        };
        let Some(value) = self.values.get(self.typings, NamedValue::Property(target)) else {
            return CallResult::Unknown;
        };
        self.select_part(&value, arguments.get(index + 1..).unwrap_or_default(), Some(node.span()))
    }

    /// Returns the part of a value that `steps` select; `value_span` is where the value is written.
    fn select_part(&self, value: &Value, steps: &[YamlNode<'g>], value_span: Option<Span>) -> CallResult<'g> {
        let mut current = value;
        for step in steps {
            let key = match self.evaluate(*step) {
                CallResult::Value(key) => key,
                other => return other,
            };
            current = match part(current, &key) {
                Some(part) => part,
                None => return CallResult::Failed(*step, Failure::NoPart(value_span)),
            };
        }
        CallResult::Value(current.clone())
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

/// Returns an entry of a list or map.
pub(super) fn part<'v>(value: &'v Value, key: &Value) -> Option<&'v Value> {
    match (value, key) {
        (Value::List(values), Value::Integer(index)) => values.get(usize::try_from(*index).ok()?),
        (Value::Map(map), Value::String(name)) => map.get(name.as_str()),
        _ => None,
    }
}

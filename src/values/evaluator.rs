//! Function calls, as far as they can be computed before anything runs (TOSCA 2.0 §10).

use std::rc::Rc;

use crate::expressions::{Callee, Expression};
use crate::functions::{
    Computation, Failure, Function, Limits, NoValue, Parameter, PathEnd, ResultType, Source,
};
use crate::literals::{Value, read_like, unescaped};
use crate::model::types::Types;
use crate::yaml::{Kind, Node};

use super::check::raw;
use super::inputs::{Found, Inputs};
use super::literal_policy;
use super::paths::Entity;
use super::typing::is_open;

/// Values of fewer bytes do not count towards the limit of all computed values.
const MIN_COUNTED_BYTES: usize = 1 << 12;

/// What a call comes to.
#[derive(Clone, Debug)]
pub enum Known<'g> {
    /// A value.
    Value(Value),
    /// It depends on the running service, or on something that is not known.
    Unknown,
    /// It can never be computed.
    Failed(Node<'g>, Failure),
}

/// Computes calls; `value` is what `$value` stands for.
pub struct Evaluator<'e, 'g> {
    pub(super) types: &'g Types,
    pub(super) inputs: &'e Rc<Inputs<'g>>,
    value: Option<&'e Value>,
    /// What `SELF` stands for, where that is not the entity around the call.
    pub(super) own: Option<Rc<Entity<'g>>>,
}

impl<'e, 'g> Evaluator<'e, 'g> {
    pub(super) fn new(types: &'g Types, inputs: &'e Rc<Inputs<'g>>, value: Option<&'e Value>) -> Self {
        Self { types, inputs, value, own: None }
    }

    /// The value of a call, or of a literal without any type around it.
    pub fn evaluate(&mut self, node: Node<'g>) -> Known<'g> {
        self.like(node, None)
    }

    /// The same; literals that nothing else says more of are read like `sample`.
    pub(super) fn evaluate_like(&mut self, node: Node<'g>, sample: Option<&Value>) -> Known<'g> {
        self.like(node, sample)
    }

    /// The value at `node`; a literal is read like `hint`, the value that it stands beside.
    fn like(&mut self, node: Node<'g>, hint: Option<&Value>) -> Known<'g> {
        if let Some(call) = self.types.expressions.call(node) {
            return self.call(call, hint);
        }
        match node.kind() {
            Kind::Sequence => {
                let inner = match hint {
                    Some(Value::List(values)) => values.first(),
                    // A list beside a single value holds such values.
                    other => other,
                };
                let mut values = Vec::new();
                for item in node.items() {
                    match self.like(item, inner) {
                        Known::Value(value) => values.push(value),
                        other => return other,
                    }
                }
                Known::Value(Value::List(values))
            }
            Kind::Mapping => {
                let mut values = indexmap::IndexMap::new();
                for (key, item) in node.entries() {
                    let Some(name) = key.as_str() else { return Known::Unknown };
                    let inner = match hint {
                        Some(Value::Map(map)) => map.get(name).or_else(|| map.values().next()),
                        _ => None,
                    };
                    match self.like(item, inner) {
                        Known::Value(value) => values.insert(unescaped(name).to_owned(), value),
                        other => return other,
                    };
                }
                Known::Value(Value::Map(values))
            }
            Kind::Scalar => match hint {
                Some(hint) => read_like(node, hint, literal_policy(self.types, node))
                    .or_else(|| raw(self.types, node))
                    .map_or(Known::Unknown, Known::Value),
                None => raw(self.types, node).map_or(Known::Unknown, Known::Value),
            },
            Kind::Invalid => Known::Unknown,
        }
    }

    fn call(&mut self, call: Expression<'g>, expected: Option<&Value>) -> Known<'g> {
        match self.result(call, expected) {
            Known::Value(value) => match self.afford(&value) {
                Ok(()) => Known::Value(value),
                Err(None) => Known::Unknown,
                Err(Some(failure)) => Known::Failed(call.node(), failure),
            },
            other => other,
        }
    }

    /// Whether there is room for a value; what to say where there is none.
    fn afford(&self, value: &Value) -> Result<(), Option<Failure>> {
        let weight =
            value.size(Limits::DEFAULT.bytes, Limits::DEFAULT.depth).ok_or(Some(Failure::TooLarge))?;
        if weight <= MIN_COUNTED_BYTES {
            return Ok(());
        }
        match self.inputs.afford(weight) {
            Some(true) => Ok(()),
            Some(false) => Err(None),
            None => Err(Some(Failure::TooMuch)),
        }
    }

    fn result(&mut self, call: Expression<'g>, expected: Option<&Value>) -> Known<'g> {
        let Some(Callee::BuiltIn(function)) = call.callee() else { return Known::Unknown };
        let node = call.node();
        let nodes: Vec<Node<'g>> = call.arguments().map(Expression::node).collect();
        let compute = match function.computation {
            Computation::Computed(compute) => compute,
            Computation::DecidedBy(end) => return self.decided_by(end, &nodes),
            Computation::Reads(source) => return self.read(node, source, &nodes),
        };
        let values = match self.values(function, &nodes, expected) {
            Ok(values) => values,
            Err(other) => return other,
        };
        match compute(&values, &Limits::DEFAULT) {
            Ok(value) => Known::Value(value),
            Err(NoValue::Unknown) => Known::Unknown,
            Err(NoValue::Failed { argument, failure }) => {
                let culprit = argument.and_then(|index| nodes.get(index)).copied();
                Known::Failed(culprit.unwrap_or(node), failure)
            }
        }
    }

    /// What a function reads.
    fn read(&mut self, node: Node<'g>, source: Source, nodes: &[Node<'g>]) -> Known<'g> {
        match source {
            Source::Value => self.current(nodes),
            Source::Input => self.input(node, nodes),
            // What a path leads to is known with the templates.
            Source::Path(PathEnd::Property) => self.property(node, nodes),
            Source::Path(PathEnd::Attribute | PathEnd::Artifact | PathEnd::Allocation)
            | Source::NodeIndex
            | Source::RelationshipIndex => Known::Unknown,
        }
    }

    /// The values of all arguments. A literal is read like the first argument that is none, where the two
    /// must be alike, else like the result.
    fn values(
        &mut self,
        function: &Function,
        nodes: &[Node<'g>],
        expected: Option<&Value>,
    ) -> Result<Vec<Value>, Known<'g>> {
        let scalar = || expected.filter(|expected| matches!(expected, Value::Scalar(_)));
        let result = match function.result {
            ResultType::T if function.has_like_arguments() => expected,
            ResultType::Product => expected,
            ResultType::T | ResultType::Quotient => scalar(),
            ResultType::Is(_) | ResultType::Read => None,
        };
        let mut typed: Vec<Option<Value>> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let decided = self.types.expressions.call(*node).is_some() && !is_open(self.types, *node);
            typed.push(match decided.then(|| self.like(*node, result)) {
                Some(Known::Value(value)) => Some(value),
                Some(other) => return Err(other),
                None => None,
            });
        }
        let collection = function.parameter(0) == Parameter::CollectionOfT;
        let hint = match (collection, typed.first()) {
            // The entries of the first argument are what the others are like.
            (true, Some(Some(Value::List(values)))) => values.first().cloned(),
            (true, Some(Some(Value::Map(values)))) => values.values().next().cloned(),
            _ => typed.iter().flatten().next().or(result).cloned(),
        };
        let mut values = Vec::with_capacity(nodes.len());
        for (index, (node, value)) in nodes.iter().zip(typed).enumerate() {
            let hint = match (function.has_like_arguments(), index) {
                (true, _) => hint.as_ref(),
                (false, 0) => result,
                (false, _) => None,
            };
            values.push(match value {
                Some(value) => value,
                None => match self.like(*node, hint) {
                    Known::Value(value) => value,
                    other => return Err(other),
                },
            });
        }
        Ok(values)
    }

    /// `$value`, or a part of it (§10.2.1.5).
    fn current(&mut self, steps: &[Node<'g>]) -> Known<'g> {
        let Some(mut value) = self.value.cloned() else { return Known::Unknown };
        for step in steps {
            let key = match self.evaluate(*step) {
                Known::Value(key) => key,
                other => return other,
            };
            value = match part(&value, &key) {
                Some(value) => value.clone(),
                // An entry that is not there leaves the condition undecided (9.10-09).
                None => return Known::Unknown,
            };
        }
        Known::Value(value)
    }

    /// `$get_input`, or a part of it (§10.2.1.1).
    fn input(&mut self, call: Node<'g>, arguments: &[Node<'g>]) -> Known<'g> {
        let Some((name, steps)) = arguments.split_first() else { return Known::Unknown };
        let Some(Found::Service(input)) = name.as_str().and_then(|name| self.inputs.find(call, name)) else {
            return Known::Unknown;
        };
        let Some(value) = self.inputs.value(input) else { return Known::Unknown };
        let place = self.inputs.given(input).or_else(|| input.own_value()).map(Node::span);
        let mut at = &*value;
        for step in steps {
            let key = match self.evaluate(*step) {
                Known::Value(key) => key,
                other => return other,
            };
            at = match part(at, &key) {
                Some(part) => part,
                None => return Known::Failed(*step, Failure::NoPart(place)),
            };
        }
        Known::Value(at.clone())
    }

    /// `$and` and `$or`, which are decided by the first `end` among their arguments.
    fn decided_by(&mut self, end: bool, nodes: &[Node<'g>]) -> Known<'g> {
        let mut result = Known::Value(Value::Boolean(!end));
        for node in nodes {
            match self.evaluate(*node) {
                Known::Value(Value::Boolean(value)) if value == end => {
                    return Known::Value(Value::Boolean(end));
                }
                Known::Value(Value::Boolean(_)) => {}
                Known::Failed(node, failure) => result = Known::Failed(node, failure),
                _ if matches!(result, Known::Failed(..)) => {}
                _ => result = Known::Unknown,
            }
        }
        result
    }
}

/// An entry of a list or map.
pub(super) fn part<'v>(value: &'v Value, key: &Value) -> Option<&'v Value> {
    match (value, key) {
        (Value::List(values), Value::Integer(index)) => values.get(usize::try_from(*index).ok()?),
        (Value::Map(map), Value::String(name)) => map.get(name.as_str()),
        _ => None,
    }
}

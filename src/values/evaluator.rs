//! Function calls, as far as they can be computed before anything runs (TOSCA 2.0 §10).

use std::rc::Rc;

use crate::base::Span;
use crate::expressions::{Callee, Expression};
use crate::functions::{Computation, Failure, Function, Limits, NoValue, Parameter, PathEnd, Source};
use crate::literals::{Value, read_like, unescaped};
use crate::model::types::Types;
use crate::yaml::{Kind, Node};

use super::inputs::Found;
use super::literal_policy;
use super::memo::{Values, Wanted};
use super::parts::raw;
use super::typing::{PathTarget, Scope, Typing, Typings, typed_call};
use super::value_type::ValueType;

/// Values of fewer bytes do not count towards the limit of all computed values.
const MIN_COUNTED_BYTES: usize = 1 << 12;

/// What a call comes to.
#[derive(Clone, Debug)]
pub(super) enum Known<'g> {
    /// A value.
    Value(Value),
    /// It depends on the running service, or on something that is not known.
    Unknown,
    /// It can never be computed.
    Failed(Node<'g>, Failure),
}

/// Computes calls.
pub(super) struct Evaluator<'e, 'g> {
    types: &'g Types,
    typings: &'e Rc<Typings<'g>>,
    values: &'e Rc<Values<'g>>,
    /// What is known of the parts of what is computed.
    typing: &'e Typing<'g>,
    /// What `$value` stands for.
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

    /// The value of a call, or of a literal.
    pub(super) fn evaluate(&self, node: Node<'g>) -> Known<'g> {
        if let Some(call) = self.types.expressions.call(node) {
            return self.call(call);
        }
        if let Some(value) = self.typing.literal(node) {
            return Known::Value(value.clone());
        }
        match node.kind() {
            Kind::Sequence => {
                self.all(node.items()).map_or_else(|other| other, |values| Known::Value(Value::List(values)))
            }
            Kind::Mapping => self.map(node),
            Kind::Scalar => raw(self.types, node).map_or(Known::Unknown, Known::Value),
            Kind::Invalid => Known::Unknown,
        }
    }

    fn map(&self, node: Node<'g>) -> Known<'g> {
        let Some(names) = node.entries().map(|(key, _)| key.as_str()).collect::<Option<Vec<_>>>() else {
            return Known::Unknown;
        };
        let values = match self.all(node.entries().map(|(_, value)| value)) {
            Ok(values) => values,
            Err(other) => return other,
        };
        let names = names.into_iter().map(|name| unescaped(name).to_owned());
        let omitted = self.typing.omitted(node).iter().cloned();
        Known::Value(Value::Map(names.zip(values).chain(omitted).collect()))
    }

    fn call(&self, call: Expression<'g>) -> Known<'g> {
        let node = call.node();
        // What is no part of a call that was typed is typed for itself, where nothing says what it must be.
        if !self.typing.is_about(node) {
            let scope = Scope::default();
            let own = self.typings.known(node);
            let own = own.unwrap_or_else(|| typed_call(self.typings, node, &ValueType::Open, &scope));
            if own.is_about(node) {
                return Evaluator { typing: &own, ..*self }.call(call);
            }
        }
        match self.result(call) {
            Known::Value(value) => match self.afford(&value) {
                Ok(()) => Known::Value(value),
                Err(None) => Known::Unknown,
                Err(Some(failure)) => Known::Failed(node, failure),
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
        match self.values.afford(weight) {
            Some(true) => Ok(()),
            Some(false) => Err(None),
            None => Err(Some(Failure::TooMuch)),
        }
    }

    fn result(&self, call: Expression<'g>) -> Known<'g> {
        let Some(Callee::BuiltIn(function)) = call.callee() else { return Known::Unknown };
        let node = call.node();
        let nodes: Vec<Node<'g>> = call.arguments().map(Expression::node).collect();
        let compute = match function.computation {
            Computation::Computed(compute) => compute,
            Computation::DecidedBy(end) => return self.decided_by(end, &nodes),
            Computation::Reads(source) => return self.read(node, source, &nodes),
        };
        let values = match self.values(function, &nodes) {
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
    fn read(&self, node: Node<'g>, source: Source, nodes: &[Node<'g>]) -> Known<'g> {
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

    /// The values of all arguments.
    fn values(&self, function: &Function, nodes: &[Node<'g>]) -> Result<Vec<Value>, Known<'g>> {
        let mut values = self.all(nodes.iter().copied())?;
        let beside = self.value_of_t(function, nodes, &values);
        for (index, node) in
            nodes.iter().enumerate().filter(|(index, _)| function.parameter(*index).is_of_t())
        {
            if let (Some(beside), Some(value)) = (&beside, values.get_mut(index)) {
                self.read_beside(*node, beside, value);
            }
        }
        Ok(values)
    }

    /// The values at all of `nodes`, or the first that is none.
    fn all(&self, nodes: impl Iterator<Item = Node<'g>>) -> Result<Vec<Value>, Known<'g>> {
        let mut values = Vec::new();
        let mut missing = None;
        for node in nodes {
            match self.evaluate(node) {
                Known::Value(value) => values.push(value),
                // All that has to be computed before is found at once.
                other if self.values.has_to_wait() => missing = missing.or(Some(other)),
                other => return Err(other),
            }
        }
        missing.map_or(Ok(values), Err)
    }

    /// A value of the type T of a call whose arguments have these values: that of the first which is no literal.
    fn value_of_t(&self, function: &Function, nodes: &[Node<'g>], values: &[Value]) -> Option<Value> {
        let is_call = |node: &Node<'g>| self.types.expressions.call(*node).is_some();
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

    /// Reads the literals at `node` like `beside`, where nothing told their type before there were values.
    fn read_beside(&self, node: Node<'g>, beside: &Value, value: &mut Value) {
        if self.types.expressions.call(node).is_some() || self.typing.literal(node).is_some() {
            return;
        }
        match (value, beside) {
            (Value::List(values), Value::List(others)) => {
                if let Some(first) = others.first() {
                    for (item, value) in node.items().zip(values) {
                        self.read_beside(item, first, value);
                    }
                }
            }
            (Value::List(values), beside) => {
                for (item, value) in node.items().zip(values) {
                    self.read_beside(item, beside, value);
                }
            }
            (value, beside) => {
                if let Some(read) = read_like(node, beside, literal_policy(self.types, node)) {
                    *value = read;
                }
            }
        }
    }

    /// `$value`, or a part of it (§10.2.1.5).
    fn current(&self, steps: &[Node<'g>]) -> Known<'g> {
        let Some(value) = self.value else { return Known::Unknown };
        match self.part(value, steps, None) {
            // An entry that is not there leaves the condition undecided (9.10-09).
            Known::Failed(_, Failure::NoPart(None)) => Known::Unknown,
            other => other,
        }
    }

    /// `$get_input`, or a part of it (§10.2.1.1).
    fn input(&self, call: Node<'g>, arguments: &[Node<'g>]) -> Known<'g> {
        let Some((name, steps)) = arguments.split_first() else { return Known::Unknown };
        let inputs = &self.typings.inputs;
        let Some(Found::Service(input)) = name.as_str().and_then(|name| inputs.find(call, name)) else {
            return Known::Unknown;
        };
        let Some(value) = self.values.get(self.typings, Wanted::Input(input)) else { return Known::Unknown };
        let place = inputs.given(input).or_else(|| input.own_value()).map(Node::span);
        self.part(&value, steps, place)
    }

    /// `$get_property`, or a part of what it reads (§10.2.1.2).
    fn property(&self, call: Node<'g>, arguments: &[Node<'g>]) -> Known<'g> {
        let Some(target @ PathTarget { value: node, at, .. }) = self.typing.target(call) else {
            return Known::Unknown;
        };
        let Some(value) = self.values.get(self.typings, Wanted::Property(target)) else {
            return Known::Unknown;
        };
        self.part(&value, arguments.get(at + 1..).unwrap_or_default(), Some(node.span()))
    }

    /// The part of a value that steps lead to; the value is written at `place`.
    fn part(&self, value: &Value, steps: &[Node<'g>], place: Option<Span>) -> Known<'g> {
        let mut at = value;
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
    fn decided_by(&self, end: bool, nodes: &[Node<'g>]) -> Known<'g> {
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

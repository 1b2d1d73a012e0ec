//! Reads literals like the values of calls in the same place of other arguments, if their type was unknown before
//! values were computed.

use crate::base::IndexMap;
use crate::functions::{Function, Parameter};
use crate::literals::{Value, read_like};
use crate::values::literal_policy;
use crate::yaml::YamlNode;

use super::Evaluator;

/// The values of calls in an expression, by their place.
enum Calls {
    /// No call.
    None,
    /// The value of a call.
    Value(Value),
    /// A list with calls: what is known of any entry.
    List(Box<Calls>),
    /// A map with calls, by key.
    Map(IndexMap<String, Calls>),
}

impl<'g> Evaluator<'_, 'g> {
    /// Reads the literals in arguments of the type T, whose values are `values`, like the calls in others.
    pub(super) fn read_like_calls(&self, function: &Function, nodes: &[YamlNode<'g>], values: &mut [Value]) {
        let is_of_t = |index: usize| function.parameter(index).is_of_t();
        let is_open = |(index, node): (usize, &YamlNode<'g>)| is_of_t(index) && self.is_open(*node);
        if !nodes.iter().enumerate().any(is_open) {
            return;
        }
        let mut calls = Calls::None;
        for (index, (node, value)) in
            nodes.iter().zip(&*values).enumerate().filter(|(index, _)| is_of_t(*index))
        {
            let calls_here = self.calls(*node, value);
            calls = calls.or(match function.parameter(index) {
                Parameter::T(_) => calls_here,
                parameter => calls_here.in_entries(parameter),
            });
        }
        let arguments = nodes.iter().zip(values).enumerate();
        for (index, (node, value)) in arguments.filter(|(index, _)| is_of_t(*index)) {
            match (function.parameter(index), value) {
                (Parameter::T(_), value) => self.read_like(*node, &calls, value),
                (_, Value::List(values)) if !self.is_call(*node) => {
                    for (item, value) in node.items().zip(values) {
                        self.read_like(item, &calls, value);
                    }
                }
                (Parameter::CollectionOfT, Value::Map(values)) if !self.is_call(*node) => {
                    for ((_, entry), value) in node.entries().zip(values.values_mut()) {
                        self.read_like(entry, &calls, value);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether there are literals at `node` whose type was unknown before values were computed.
    fn is_open(&self, node: YamlNode<'g>) -> bool {
        !self.is_call(node) && self.typing.literal(node).is_none()
    }

    /// Returns the values of the calls in the expression at `node`, which has the value `value`.
    fn calls(&self, node: YamlNode<'g>, value: &Value) -> Calls {
        if self.is_call(node) {
            return Calls::Value(value.clone());
        }
        match value {
            Value::List(values) => {
                let items = node.items().zip(values).map(|(item, value)| self.calls(item, value));
                match items.fold(Calls::None, Calls::or) {
                    Calls::None => Calls::None,
                    calls => Calls::List(Box::new(calls)),
                }
            }
            Value::Map(values) => {
                let entries = node.entries().zip(values);
                let entries =
                    entries.map(|((_, entry), (key, value))| (key.clone(), self.calls(entry, value)));
                let entries: IndexMap<_, _> =
                    entries.filter(|(_, calls)| !matches!(calls, Calls::None)).collect();
                if entries.is_empty() { Calls::None } else { Calls::Map(entries) }
            }
            _ => Calls::None,
        }
    }

    /// Reads the literals at `node`, which have the value `value`, like calls in their place.
    fn read_like(&self, node: YamlNode<'g>, calls: &Calls, value: &mut Value) {
        match calls {
            Calls::None => {}
            Calls::Value(of_call) => self.read_like_value(node, of_call, value),
            Calls::List(of_entries) => {
                if let (true, Value::List(values)) = (self.is_open(node), value) {
                    for (item, value) in node.items().zip(values) {
                        self.read_like(item, of_entries, value);
                    }
                }
            }
            Calls::Map(by_key) => {
                if let (true, Value::Map(values)) = (self.is_open(node), value) {
                    for ((_, entry), (key, value)) in node.entries().zip(values) {
                        self.read_like(entry, by_key.get(key).unwrap_or(&Calls::None), value);
                    }
                }
            }
        }
    }

    fn read_like_value(&self, node: YamlNode<'g>, of_call: &Value, value: &mut Value) {
        if !self.is_open(node) {
            return;
        }
        match (value, of_call) {
            (Value::List(values), Value::List(in_call)) => {
                if let Some(first) = in_call.first() {
                    for (item, value) in node.items().zip(values) {
                        self.read_like_value(item, first, value);
                    }
                }
            }
            (Value::Map(values), Value::Map(in_call)) => {
                for ((_, entry), (key, value)) in node.entries().zip(values) {
                    if let Some(in_call) = in_call.get(key) {
                        self.read_like_value(entry, in_call, value);
                    }
                }
            }
            (value, of_call) => {
                if let Some(read) = read_like(node, of_call, literal_policy(self.types(), node)) {
                    *value = read;
                }
            }
        }
    }
}

impl Calls {
    /// Returns these calls, and others where there are none.
    fn or(self, others: Self) -> Self {
        match (self, others) {
            (Calls::None, others) => others,
            (Calls::List(calls), Calls::List(others)) => Calls::List(Box::new(calls.or(*others))),
            (Calls::Map(mut calls), Calls::Map(others)) => {
                for (key, others) in others {
                    let entry = calls.entry(key).or_insert(Calls::None);
                    *entry = std::mem::replace(entry, Calls::None).or(others);
                }
                Calls::Map(calls)
            }
            (calls, _) => calls,
        }
    }

    /// Returns what is known of any entry of a collection.
    fn in_entries(self, parameter: Parameter) -> Self {
        match self {
            Calls::List(of_entries) => *of_entries,
            Calls::Value(Value::List(values)) => values.into_iter().next().map_or(Calls::None, Calls::Value),
            Calls::Value(Value::Map(values)) if parameter == Parameter::CollectionOfT => {
                values.into_values().next().map_or(Calls::None, Calls::Value)
            }
            Calls::Map(by_key) if parameter == Parameter::CollectionOfT => {
                by_key.into_values().fold(Calls::None, Calls::or)
            }
            _ => Calls::None,
        }
    }
}

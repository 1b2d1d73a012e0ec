//! *T*: the one type that several arguments of a call share, and the expressions whose type depends on it.

use crate::base::Span;
use crate::functions::{Function, Parameter, ResultType, Source};
use crate::grammar::call_name;
use crate::literals::BuiltIn;
use crate::values::check::Checker;
use crate::yaml::{Kind, Node};

use super::calls::function_name;
use super::{Typed, ValueType};

/// What T is in a call, and the argument that says so.
pub(super) struct TypeOfT<'g> {
    pub(super) of: ValueType<'g>,
    pub(super) because: Option<(usize, Span)>,
}

impl<'g> Checker<'_, 'g> {
    /// What T is in a call.
    pub(super) fn type_of_t(
        &self,
        function: &Function,
        arguments: &[Node<'g>],
        typed: &[Option<Typed<'g>>],
        expected: &ValueType<'g>,
    ) -> TypeOfT<'g> {
        let mut unknown = false;
        for (index, argument) in arguments.iter().enumerate() {
            let parameter = function.parameter(index);
            let of = match &typed[index] {
                Some(typed) => match parameter {
                    Parameter::T(kinds) if self.is_none_of(&typed.of, kinds) => {
                        let because = Some((index, argument.span()));
                        return TypeOfT { of: ValueType::Unknown, because };
                    }
                    Parameter::T(_) => typed.of.clone(),
                    Parameter::ListOfT | Parameter::CollectionOfT => self.entry_type(&typed.of),
                    Parameter::MapKeyedByT => self.key_type(&typed.of),
                    _ => continue,
                },
                None => match parameter {
                    Parameter::T(_) | Parameter::ListOfT | Parameter::CollectionOfT => {
                        self.glance_inside(*argument, parameter)
                    }
                    Parameter::MapKeyedByT if argument.is_mapping() => ValueType::built_in(BuiltIn::String),
                    _ => continue,
                },
            };
            match of {
                ValueType::Open if typed[index].is_none() => {}
                ValueType::Open | ValueType::Unknown => unknown = true,
                of => return TypeOfT { of, because: Some((index, argument.span())) },
            }
        }
        if unknown {
            return TypeOfT { of: ValueType::Unknown, because: None };
        }
        let kinds = match function.parameter(0) {
            Parameter::T(kinds) => kinds,
            _ => &[],
        };
        if !matches!(function.result, ResultType::Is(_)) {
            // A plain number in front never stands for a scalar there.
            let number = matches!(natural(arguments[0]), Some(BuiltIn::Integer | BuiltIn::Float))
                && matches!(function.result, ResultType::Product | ResultType::Quotient)
                && self.kind(expected) == Some(BuiltIn::Scalar);
            let counts = arguments
                .iter()
                .zip(0..)
                .filter(|(_, index)| matches!(function.parameter(*index), Parameter::T(_)));
            // A quotient of integers is a float, too.
            let either = matches!(function.result, ResultType::Quotient)
                && self.kind(expected) == Some(BuiltIn::Float);
            let fits = !number
                && !either
                && counts.into_iter().any(|(argument, _)| self.could_be(*argument, expected))
                && !self.is_none_of(expected, kinds)
                && (expected.is_known() || matches!(expected, ValueType::Unknown));
            if fits && (!expected.is_known() || self.kind(expected).is_some()) {
                return TypeOfT { of: expected.clone(), because: None };
            }
        }
        let literals: Vec<(usize, Node<'g>)> = arguments
            .iter()
            .copied()
            .enumerate()
            .filter_map(|(index, argument)| match function.parameter(index) {
                Parameter::T(_) => Some((index, argument)),
                Parameter::ListOfT => first_literal(argument).items().next().map(|item| (index, item)),
                Parameter::CollectionOfT => {
                    let holder = first_literal(argument);
                    let first = holder.items().next();
                    first.or_else(|| Some(holder.entries().next()?.1)).map(|item| (index, item))
                }
                _ => None,
            })
            .collect();
        let Some((index, first)) = literals.first().copied() else {
            return TypeOfT { of: ValueType::Open, because: None };
        };
        let nodes: Vec<Node<'g>> = literals.iter().map(|(_, node)| *node).collect();
        TypeOfT { of: natural_type(&nodes), because: Some((index, first.span())) }
    }

    /// Whether a literal could be written for a value of a type.
    fn could_be(&self, literal: Node<'g>, of: &ValueType<'g>) -> bool {
        use BuiltIn::{Bytes, Float, Integer, Scalar, String, Timestamp, Version};
        match (natural(literal), self.kind(of)) {
            (Some(String), Some(kind)) => matches!(kind, String | Bytes | Timestamp | Version | Scalar),
            (Some(Integer | Float), Some(Scalar)) | (Some(Integer), Some(Float)) => true,
            (Some(natural), Some(kind)) => natural == kind,
            _ => true,
        }
    }

    /// The type of a call as far as it can be told without a look at its arguments.
    pub(super) fn glance(&self, node: Node<'g>, name: Node<'g>) -> ValueType<'g> {
        let Some(function) = Function::named(function_name(node, name)) else { return ValueType::Unknown };
        let arguments = crate::values::evaluator::arguments(node);
        match (function.result, function.source()) {
            (ResultType::Is(kind), _) => ValueType::built_in(kind),
            (_, Some(Source::Value)) if arguments.is_empty() => {
                self.value.clone().unwrap_or(ValueType::Unknown)
            }
            (_, Some(Source::Input)) if arguments.len() == 1 => arguments[0]
                .as_str()
                .and_then(|input| self.input_type(node, input))
                .unwrap_or(ValueType::Unknown),
            // T is the type of one of its arguments.
            (ResultType::T, _) => {
                let decided = arguments.iter().find(|argument| !is_open(**argument));
                let decided = decided.and_then(|argument| Some((*argument, call_name(*argument)?)));
                decided.map_or(ValueType::Unknown, |(argument, name)| self.glance(argument, name))
            }
            _ => ValueType::Unknown,
        }
    }

    /// What is known of the type of a literal that holds calls, without a look into them.
    fn glance_inside(&self, node: Node<'g>, parameter: Parameter) -> ValueType<'g> {
        let own = |node: Node<'g>| match call_name(node) {
            Some(name) if !is_open(node) => self.glance(node, name),
            _ => ValueType::Open,
        };
        match parameter {
            Parameter::T(_) => {
                let inner = node.items().map(own).find(|of| !matches!(of, ValueType::Open));
                match inner {
                    Some(inner @ (ValueType::Of(_) | ValueType::List(_) | ValueType::Map(_))) => {
                        ValueType::List(Box::new(inner))
                    }
                    Some(_) => ValueType::Unknown,
                    None => ValueType::Open,
                }
            }
            _ => {
                let values = node.entries().map(|(_, value)| value).filter(|_| call_name(node).is_none());
                node.items()
                    .chain(values)
                    .map(own)
                    .find(|of| !matches!(of, ValueType::Open))
                    .unwrap_or(ValueType::Open)
            }
        }
    }
}

/// Whether an expression takes the type of its neighbours: a literal, or arithmetic on literals.
pub(in crate::values) fn is_open(node: Node<'_>) -> bool {
    let Some(name) = call_name(node) else {
        return node.items().chain(node.entries().map(|(_, value)| value)).all(is_open);
    };
    let function = Function::named(function_name(node, name));
    let follows = function.is_some_and(|function| {
        matches!(function.result, ResultType::T | ResultType::Product | ResultType::Quotient)
    });
    let arguments = crate::values::evaluator::arguments(node);
    follows && node.kind() == Kind::Mapping && arguments.into_iter().all(is_open)
}

/// The first literal of arithmetic on literals; a literal itself.
fn first_literal(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    while call_name(at).is_some() {
        let Some(first) = crate::values::evaluator::arguments(at).first().copied() else { break };
        at = first;
    }
    at
}

/// The type that some literals have by YAML, which must be the same for all: that of the first one. A list has
/// the entries of all lists.
fn natural_type<'g>(literals: &[Node<'g>]) -> ValueType<'g> {
    let Some(first) = literals.first() else { return ValueType::Open };
    let floats = || literals.iter().any(|node| natural(*node) == Some(BuiltIn::Float));
    match natural(*first) {
        Some(BuiltIn::Integer) if floats() => ValueType::built_in(BuiltIn::Float),
        Some(BuiltIn::List) => {
            let lists = literals.iter().map(|node| first_literal(*node));
            let entries: Vec<Node<'g>> = lists.flat_map(Node::items).collect();
            if entries.iter().all(|entry| is_open(*entry)) {
                ValueType::List(Box::new(natural_type(&entries)))
            } else {
                ValueType::List(Box::new(ValueType::Open))
            }
        }
        // The values of a map may belong to a complex type, and be of any types.
        Some(BuiltIn::Map) => ValueType::Map(Box::new(ValueType::Open)),
        Some(kind) => ValueType::built_in(kind),
        None => ValueType::Unknown,
    }
}

/// The type of a literal by YAML; of arithmetic on literals, that of its result.
pub(super) fn natural(node: Node<'_>) -> Option<BuiltIn> {
    use crate::yaml::Scalar;
    if let Some(name) = call_name(node) {
        if !is_open(node) {
            return None;
        }
        // Each argument is looked at once: calls may be nested deeply.
        let arguments = crate::values::evaluator::arguments(node);
        let kinds: Vec<Option<BuiltIn>> = arguments.into_iter().map(natural).collect();
        let first = (*kinds.first()?)?;
        if first != BuiltIn::Integer {
            return Some(first);
        }
        let quotient = Function::named(function_name(node, name))
            .is_some_and(|function| matches!(function.result, ResultType::Quotient));
        let float = quotient || kinds.contains(&Some(BuiltIn::Float));
        return Some(if float { BuiltIn::Float } else { first });
    }
    Some(match node.kind() {
        Kind::Sequence => BuiltIn::List,
        Kind::Mapping => BuiltIn::Map,
        Kind::Invalid => return None,
        Kind::Scalar => match node.scalar()? {
            Scalar::Null => BuiltIn::Nil,
            Scalar::Bool(_) => BuiltIn::Boolean,
            Scalar::Integer(_) => BuiltIn::Integer,
            Scalar::Float(_) => BuiltIn::Float,
            Scalar::String(_) => BuiltIn::String,
        },
    })
}

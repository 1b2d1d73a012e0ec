//! Values and conditions of one version by what they mean, regardless of how they are written: `1 km` is `1000 m`,
//! `5` is `5.0` if it is a float, and a property that has its default need not be written.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::rc::Rc;

use bigdecimal::BigDecimal;

use crate::base::IndexMap;
use crate::expressions::Expression;
use crate::literals::{self, BuiltIn, Value, number};
use crate::model::types::{Fields, Types};
use crate::values::{Checker, TypedCall, ValueType};
use crate::yaml::{Kind, Scalar, YamlNode};

use super::values::is_same_value;

/// A value or a condition of one version, or a part of it.
pub(super) struct Meaning<'g> {
    pub(super) node: YamlNode<'g>,
    types: &'g Types,
    checker: Rc<Checker<'g>>,
    context: Context<'g>,
    /// Its value, if it is known.
    value: OnceCell<Option<Value>>,
    /// The arguments of a call.
    arguments: OnceCell<Vec<Meaning<'g>>>,
}

/// What determines how a literal is read.
#[derive(Clone)]
enum Context<'g> {
    /// It must be of this type.
    Expected(ValueType<'g>),
    /// It is a part of this call.
    Call(Rc<Call<'g>>),
}

/// A call that is typed once it is needed.
struct Call<'g> {
    node: YamlNode<'g>,
    /// The type of its result.
    expected: ValueType<'g>,
    /// The type of `$value` in a validation clause.
    validated: Option<ValueType<'g>>,
    typed: OnceCell<TypedCall<'g>>,
}

impl<'g> Call<'g> {
    fn typed(&self, checker: &Checker<'g>) -> &TypedCall<'g> {
        self.typed.get_or_init(|| match &self.validated {
            Some(validated) => checker.typed_clause(self.node, validated),
            None => checker.typed_call(self.node, &self.expected),
        })
    }
}

impl<'g> Meaning<'g> {
    /// Returns a value of the type `expected`.
    pub(super) fn of_value(
        types: &'g Types,
        checker: &Rc<Checker<'g>>,
        node: YamlNode<'g>,
        expected: ValueType<'g>,
    ) -> Self {
        let context = match types.expressions.call(node) {
            Some(_) => {
                Context::Call(Rc::new(Call { node, expected, validated: None, typed: OnceCell::new() }))
            }
            None => Context::Expected(expected),
        };
        Self::new(types, checker, node, context)
    }

    /// Returns a condition; `validated` is the type of `$value`, or `None` if it is not a validation clause.
    pub(super) fn of_condition(
        types: &'g Types,
        checker: &Rc<Checker<'g>>,
        node: YamlNode<'g>,
        validated: Option<&ValueType<'g>>,
    ) -> Self {
        let (expected, validated) = (ValueType::built_in(BuiltIn::Boolean), validated.cloned());
        let call = Call { node, expected, validated, typed: OnceCell::new() };
        Self::new(types, checker, node, Context::Call(Rc::new(call)))
    }

    fn new(types: &'g Types, checker: &Rc<Checker<'g>>, node: YamlNode<'g>, context: Context<'g>) -> Self {
        let checker = Rc::clone(checker);
        Self { node, types, checker, context, value: OnceCell::new(), arguments: OnceCell::new() }
    }

    fn part(&self, node: YamlNode<'g>) -> Self {
        Self::new(self.types, &self.checker, node, self.context.clone())
    }

    /// Returns its value, if it is known.
    pub(super) fn value(&self) -> Option<&Value> {
        let compute = || match &self.context {
            Context::Expected(expected) => self.checker.value_of(self.node, expected),
            Context::Call(call) => self.checker.value_of_part(call.typed(&self.checker), self.node),
        };
        self.value.get_or_init(compute).as_ref()
    }

    /// Returns the call, if it is one.
    pub(super) fn call(&self) -> Option<Expression<'g>> {
        self.types.expressions.call(self.node)
    }

    /// Returns the arguments of a call.
    pub(super) fn arguments(&self) -> &[Self] {
        let arguments = || self.call().into_iter().flat_map(Expression::arguments);
        self.arguments.get_or_init(|| arguments().map(|argument| self.part(argument.node())).collect())
    }

    /// Returns the entries of a list.
    pub(super) fn items(&self) -> Vec<Self> {
        match &self.context {
            Context::Expected(expected) => {
                let entry = expected.entries(self.types).unwrap_or(ValueType::Any);
                self.node.items().map(|item| self.expected(item, entry.clone())).collect()
            }
            Context::Call(_) => self.node.items().map(|item| self.part(item)).collect(),
        }
    }

    /// Returns the entries of a map, or the properties of a value of a complex type with their defaults.
    fn entries(&self) -> IndexMap<&'g str, Self> {
        let written = self.node.entries().map(|(key, value)| (key.text(), value));
        let expected = match &self.context {
            Context::Call(_) => return written.map(|(key, value)| (key, self.part(value))).collect(),
            Context::Expected(expected) => expected,
        };
        let data_type = expected.data_type().and_then(|ty| self.types.defined(ty));
        match (expected.kind(self.types), data_type) {
            (None, Some(data_type)) => {
                let members = self.types.members(data_type, Fields::Properties);
                let properties = members.iter().filter_map(|(name, id)| {
                    let field = self.types.field(id);
                    let value = self.node.get(name).or_else(|| field.value_without_assignment())?;
                    Some((name, self.expected(value, ValueType::Field(field))))
                });
                properties.collect()
            }
            _ => {
                let entry = expected.entries(self.types).unwrap_or(ValueType::Any);
                written.map(|(key, value)| (key, self.expected(value, entry.clone()))).collect()
            }
        }
    }

    fn expected(&self, node: YamlNode<'g>, expected: ValueType<'g>) -> Self {
        Self::of_value(self.types, &self.checker, node, expected)
    }

    /// Whether it means the same as `other`, of the same or the other version.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        if is_same_value(self.node, other.node) {
            return true;
        }
        if let (Some(call), Some(other_call)) = (self.call(), other.call())
            && is_same_function(call, other_call)
            && are_same(self.arguments(), other.arguments())
        {
            return true;
        }
        if let (Some(value), Some(other_value)) = (self.value(), other.value()) {
            return is_equal(value, other_value);
        }
        if self.call().is_some() || other.call().is_some() {
            return false;
        }
        match (self.node.kind(), other.node.kind()) {
            (Kind::Sequence, Kind::Sequence) => are_same(&self.items(), &other.items()),
            (Kind::Mapping, Kind::Mapping) => {
                let (entries, other_entries) = (self.entries(), other.entries());
                entries.len() == other_entries.len()
                    && entries.iter().all(|(name, entry)| {
                        other_entries.get(name).is_some_and(|other_entry| entry.is_same(other_entry))
                    })
            }
            _ => false,
        }
    }

    /// Compares two values; `None` if they have no order, or are not known. Amounts of the same unit have an order even
    /// if their type is not known.
    pub(super) fn order(&self, other: &Self) -> Option<Ordering> {
        if let (Some(value), Some(other_value)) = (self.value(), other.value()) {
            return order(value, other_value);
        }
        let ((number, unit), (other_number, other_unit)) = (amount(self.node)?, amount(other.node)?);
        if unit == other_unit { number.partial_cmp(&other_number) } else { None }
    }
}

/// Whether two calls call functions of the same name.
pub(super) fn is_same_function(call: Expression<'_>, other: Expression<'_>) -> bool {
    call.name().zip(other.name()).is_some_and(|(name, other)| name.text() == other.text())
}

fn are_same<'g>(first: &[Meaning<'g>], second: &[Meaning<'g>]) -> bool {
    first.len() == second.len() && first.iter().zip(second).all(|(first, second)| first.is_same(second))
}

/// Whether two values are equal, in depth. Both may be of different versions of a scalar type.
fn is_equal(first: &Value, second: &Value) -> bool {
    match (first, second) {
        (Value::List(first), Value::List(second)) => {
            first.len() == second.len()
                && first.iter().zip(second).all(|(first, second)| is_equal(first, second))
        }
        (Value::Map(first), Value::Map(second)) => {
            first.len() == second.len()
                && first
                    .iter()
                    .all(|(key, first)| second.get(key).is_some_and(|second| is_equal(first, second)))
        }
        (Value::Scalar(_), Value::Scalar(_)) => order(first, second) == Some(Ordering::Equal),
        _ => literals::equal(first, second),
    }
}

/// Returns a number and the unit after it.
fn amount(node: YamlNode<'_>) -> Option<(BigDecimal, &str)> {
    let text = match node.scalar()? {
        Scalar::Integer(text) | Scalar::Float(text) | Scalar::String(text) => text,
        Scalar::Null | Scalar::Bool(_) => return None,
    };
    let (number, unit) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    Some((number::exact(number)?, unit.trim()))
}

/// Compares two values, which may be of different versions of a scalar type; `None` if they have no order.
fn order(first: &Value, second: &Value) -> Option<Ordering> {
    match (first, second) {
        (Value::Scalar(first), Value::Scalar(second)) => Some(first.amount.cmp(&second.amount)),
        _ => literals::order(first, second),
    }
}

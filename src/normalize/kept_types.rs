//! Keeps the data types of values in calls: a number with a unit or a version is text once it is computed, and literals
//! in the same place of other arguments would be text with it.

use std::collections::BTreeMap;

use crate::expressions::{Callee, Expression};
use crate::functions::{Function, Parameter, ResultType};

use super::context::Cx;
use super::expression::NormalExpression;
use super::named::NormalText;
use super::values::untyped;

/// What arguments show of the data type that they share, by place.
enum SharedType {
    /// They may have any type.
    Any,
    /// Values written as text, whose data type something else must specify.
    Open,
    /// The type of at least one of them is known.
    Known,
    /// Lists with such entries.
    List(Box<SharedType>),
    /// Maps with such entries.
    Map(BTreeMap<NormalText, SharedType>),
}

impl SharedType {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known, _) | (_, Self::Known) => Self::Known,
            (Self::Any, other) | (other, Self::Any) => other,
            (Self::List(one), Self::List(other)) => Self::List(Box::new(one.and(*other))),
            (Self::Map(mut one), Self::Map(other)) => {
                for (key, other) in other {
                    let entry = one.entry(key).or_insert(Self::Any);
                    *entry = std::mem::replace(entry, Self::Any).and(other);
                }
                Self::Map(one)
            }
            (one, _) => one,
        }
    }

    /// Whether something else must specify the type of a part.
    fn is_open(&self) -> bool {
        match self {
            Self::Any | Self::Known => false,
            Self::Open => true,
            Self::List(entry) => entry.is_open(),
            Self::Map(entries) => entries.values().any(Self::is_open),
        }
    }

    /// Whether `other` specifies the type of a part that nothing here specifies.
    fn is_specified_by(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Known) => self.is_open(),
            (Self::List(entry), Self::List(other)) => entry.is_specified_by(other),
            (Self::Map(entries), Self::Map(others)) => entries
                .iter()
                .any(|(key, entry)| others.get(key).is_some_and(|other| entry.is_specified_by(other))),
            _ => false,
        }
    }

    /// Returns what an argument shows of T.
    fn of_argument(argument: &NormalExpression, parameter: Parameter) -> Self {
        match (parameter, type_of(argument)) {
            (Parameter::T(_), ty) => ty,
            (Parameter::ListOfT | Parameter::CollectionOfT, ty) => match ty {
                Self::List(entry) => *entry,
                Self::Map(entries) => entries.into_values().fold(Self::Any, Self::and),
                ty => ty,
            },
            _ => Self::Any,
        }
    }
}

/// Writes some of the `arguments` of `call` without computing them, if nothing else specifies the data type of values
/// in the same place.
pub(super) fn keep_type<'g>(cx: &mut Cx<'g>, call: Expression<'g>, arguments: &mut [NormalExpression]) {
    let Some(Callee::BuiltIn(function)) = call.callee().filter(|_| cx.options.fold) else { return };
    let mut shared = shared_type(function, arguments);
    for ((index, written), argument) in call.arguments().enumerate().zip(arguments) {
        if !shared.is_open() {
            return;
        }
        if cx.types.expressions.calls_in(written.node()).next().is_some() {
            cx.options.fold = false;
            let kept = untyped(cx, written.node());
            cx.options.fold = true;
            let type_of_kept = SharedType::of_argument(&kept, function.parameter(index));
            if shared.is_specified_by(&type_of_kept) {
                *argument = kept;
                shared = shared.and(type_of_kept);
            }
        }
    }
}

/// Returns what the arguments of a call of `function` show of T.
fn shared_type(function: &Function, arguments: &[NormalExpression]) -> SharedType {
    let all = arguments.iter().enumerate();
    let all = all.map(|(index, argument)| SharedType::of_argument(argument, function.parameter(index)));
    all.fold(SharedType::Any, SharedType::and)
}

fn type_of(expression: &NormalExpression) -> SharedType {
    match expression {
        NormalExpression::Scalar(_)
        | NormalExpression::Version(_)
        | NormalExpression::Timestamp(_)
        | NormalExpression::Bytes(_) => SharedType::Open,
        NormalExpression::List(entries) => {
            let entry = entries.iter().map(type_of).fold(SharedType::Any, SharedType::and);
            SharedType::List(Box::new(entry))
        }
        NormalExpression::Map(entries) => {
            let named = entries.named.iter().map(|entry| (entry.key.clone(), type_of(&entry.value)));
            SharedType::Map(named.collect())
        }
        NormalExpression::Call(call) => match Function::named(&call.function) {
            Some(function) => match function.result {
                ResultType::Is(_) => SharedType::Any,
                ResultType::T | ResultType::Product | ResultType::Quotient => {
                    shared_type(function, &call.arguments)
                }
                ResultType::Read => SharedType::Known,
            },
            None => SharedType::Known,
        },
        _ => SharedType::Any,
    }
}

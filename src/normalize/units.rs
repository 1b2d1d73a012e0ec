//! Keeps the data types of numbers with units in calls: a call without a known type whose arguments are all folded to
//! such numbers would no longer show what their units mean.

use crate::expressions::{Callee, Expression};
use crate::functions::{Function, ResultType};

use super::context::Cx;
use super::expression::NormalExpression;
use super::values::untyped;

/// What arguments show of the data type that they share.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SharedType {
    /// They may have any type.
    Any,
    /// Numbers with units, whose data type something else must specify.
    Amount,
    /// The type of at least one of them is known.
    Known,
}

impl SharedType {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known, _) | (_, Self::Known) => Self::Known,
            (Self::Amount, _) | (_, Self::Amount) => Self::Amount,
            (Self::Any, Self::Any) => Self::Any,
        }
    }
}

/// Writes one of the `arguments` of `call` without computing it, if nothing else specifies the data type of numbers with
/// units among them.
pub(super) fn keep_type<'g>(cx: &mut Cx<'g>, call: Expression<'g>, arguments: &mut [NormalExpression]) {
    let Some(Callee::BuiltIn(function)) = call.callee().filter(|_| cx.options.fold) else { return };
    if shared_type(function, arguments) != SharedType::Amount {
        return;
    }
    for (index, written) in call.arguments().enumerate().take(arguments.len()) {
        let is_of_amounts =
            function.parameter(index).is_of_t() && type_of(&arguments[index]) == SharedType::Amount;
        if is_of_amounts && cx.types.expressions.calls_in(written.node()).next().is_some() {
            cx.options.fold = false;
            let argument = untyped(cx, written.node());
            cx.options.fold = true;
            if type_of(&argument) == SharedType::Known {
                arguments[index] = argument;
                return;
            }
        }
    }
}

/// Returns what the arguments of a call of `function` show of T.
fn shared_type(function: &Function, arguments: &[NormalExpression]) -> SharedType {
    let of_t = arguments.iter().enumerate().filter(|(index, _)| function.parameter(*index).is_of_t());
    of_t.fold(SharedType::Any, |shared, (_, argument)| shared.and(type_of(argument)))
}

fn type_of(expression: &NormalExpression) -> SharedType {
    match expression {
        NormalExpression::Scalar(_) => SharedType::Amount,
        NormalExpression::List(entries) => {
            entries.iter().fold(SharedType::Any, |shared, entry| shared.and(type_of(entry)))
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

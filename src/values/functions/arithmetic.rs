//! Arithmetic (TOSCA 2.0 §10.2.5): integers of 64 bits, floats, scalars exactly in their canonical unit.

use bigdecimal::{BigDecimal, RoundingMode, Zero as _};

use super::{Arguments, Failure, Known};
use crate::literals::{Scalar, Value, number};

pub(super) fn call<'g>(function: &str, arguments: &Arguments<'_, 'g>) -> Option<Known<'g>> {
    let values = &arguments.values[..];
    let result = match (function, values) {
        ("sum", [first, rest @ ..]) => {
            rest.iter().try_fold(first.clone(), |sum, value| add(&sum, value, false)).map_err(Some)
        }
        ("difference", [one, other]) => add(one, other, true).map_err(Some),
        ("product", [first, rest @ ..]) if !rest.is_empty() || !matches!(first, Value::Scalar(_)) => {
            rest.iter().try_fold(first.clone(), |product, value| multiply(&product, value)).map_err(Some)
        }
        ("quotient", [one, other]) => divide(one, other).map_err(Some),
        ("remainder", [one, other]) => remainder(one, other).map_err(Some),
        ("round" | "floor" | "ceil", [Value::Integer(value)]) => Ok(Value::Integer(*value)),
        ("round", [Value::Float(value)]) => whole(round_half_down(*value)).map_err(Some),
        ("floor", [Value::Float(value)]) => whole(value.floor()).map_err(Some),
        ("ceil", [Value::Float(value)]) => whole(value.ceil()).map_err(Some),
        ("sum" | "difference" | "product" | "quotient" | "remainder" | "round" | "floor" | "ceil", _) => {
            Err(None)
        }
        _ => return None,
    };
    Some(match result {
        Ok(value) => Known::Value(value),
        Err(Some(failure)) => Known::Failed(arguments.call, failure),
        Err(None) => Known::Unknown,
    })
}

#[expect(clippy::cast_precision_loss, reason = "an integer literal beside a float counts as a float")]
fn as_floats(one: &Value, other: &Value) -> Option<(f64, f64)> {
    let float = |value: &Value| match value {
        Value::Float(value) => Some(*value),
        Value::Integer(value) => Some(*value as f64),
        _ => None,
    };
    Some((float(one)?, float(other)?))
}

fn add(one: &Value, other: &Value, subtract: bool) -> Result<Value, Failure> {
    match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => {
            let sum = if subtract { one.checked_sub(*other) } else { one.checked_add(*other) };
            sum.map(Value::Integer).ok_or(Failure::Overflow)
        }
        (Value::Scalar(one), Value::Scalar(other)) if one.is_comparable_with(other) => {
            let amount = if subtract { &one.amount - &other.amount } else { &one.amount + &other.amount };
            Ok(computed(one, &amount))
        }
        _ => {
            let (one, other) = as_floats(one, other).ok_or(Failure::DifferentTypes)?;
            Ok(Value::Float(if subtract { one - other } else { one + other }))
        }
    }
}

fn multiply(one: &Value, other: &Value) -> Result<Value, Failure> {
    match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => {
            one.checked_mul(*other).map(Value::Integer).ok_or(Failure::Overflow)
        }
        (Value::Scalar(scalar), factor) => {
            let factor = exact(factor)?;
            Ok(fitted(scalar, &(&scalar.amount * factor)))
        }
        _ => {
            let (one, other) = as_floats(one, other).ok_or(Failure::DifferentTypes)?;
            Ok(Value::Float(one * other))
        }
    }
}

/// So many digits of a quotient are computed; all of them, where there are not more.
const DIGITS: u64 = 34;

/// Never an integer: two integers give a float.
fn divide(one: &Value, other: &Value) -> Result<Value, Failure> {
    match (one, other) {
        (Value::Scalar(scalar), divisor) => {
            let divisor = exact(divisor)?;
            if divisor.is_zero() {
                return Err(Failure::DivisionByZero);
            }
            let quotient = (&scalar.amount / divisor).with_prec(DIGITS);
            Ok(fitted(scalar, &quotient))
        }
        _ => {
            let (one, other) = as_floats(one, other).ok_or(Failure::DifferentTypes)?;
            if other == 0.0 { Err(Failure::DivisionByZero) } else { Ok(Value::Float(one / other)) }
        }
    }
}

/// The remainder has the sign of the first operand.
fn remainder(one: &Value, other: &Value) -> Result<Value, Failure> {
    match (one, other) {
        (_, Value::Integer(0)) => Err(Failure::DivisionByZero),
        (Value::Integer(one), Value::Integer(other)) => {
            Ok(Value::Integer(one.checked_rem(*other).unwrap_or(0)))
        }
        (Value::Scalar(scalar), Value::Integer(other)) => {
            Ok(computed(scalar, &(&scalar.amount % BigDecimal::from(*other))))
        }
        _ => Err(Failure::DifferentTypes),
    }
}

/// A number exactly; there is none for infinity and for what is no number.
fn exact(value: &Value) -> Result<BigDecimal, Failure> {
    match value {
        Value::Integer(value) => Ok(BigDecimal::from(*value)),
        Value::Float(value) => number::exact(&format!("{value:e}")).ok_or(Failure::Overflow),
        _ => Err(Failure::DifferentTypes),
    }
}

/// A scalar of the same type with another amount, in its canonical unit.
fn computed(like: &Scalar, amount: &BigDecimal) -> Value {
    Value::Scalar(Scalar::of_amount(amount.normalized(), &like.units))
}

/// A computed scalar; one that counts in integers is cut towards zero.
fn fitted(like: &Scalar, amount: &BigDecimal) -> Value {
    if like.units.has_integers {
        return computed(like, &amount.with_scale_round(0, RoundingMode::Down));
    }
    computed(like, amount)
}

/// The nearest whole number; ties go down, below zero too.
fn round_half_down(value: f64) -> f64 {
    let below = value.floor();
    if value - below > 0.5 { below + 1.0 } else { below }
}

/// A float without fraction as an integer.
fn whole(value: f64) -> Result<Value, Failure> {
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value) {
        Ok(Value::Integer(value as i64))
    } else {
        Err(Failure::Overflow)
    }
}

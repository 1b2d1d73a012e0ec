//! Arithmetic (TOSCA 2.0 §10.2.5): 64-bit integers, floats, and scalars exactly in their canonical unit.

use bigdecimal::{BigDecimal, RoundingMode, ToPrimitive as _, Zero as _};

use crate::literals::{ScalarValue, Value, number};

use super::{Computed, Failure, NoValue, ResultLimits};

/// The maximum number of digits of a quotient of scalars; shorter quotients are exact.
const QUOTIENT_DIGITS: u64 = 34;

pub(super) fn sum(arguments: &[Value], _: &ResultLimits) -> Computed {
    if let Some(integers) = integers(arguments) {
        // Only the result must fit; sums of 64-bit integers are far from the limits of 128 bits.
        return Ok(i64::try_from(integers.iter().sum::<i128>())
            .map(Value::Integer)
            .or(Err(Failure::Overflow))?);
    }
    let (first, rest) = arguments.split_first().ok_or(NoValue::Unknown)?;
    Ok(rest.iter().try_fold(first.clone(), |sum, value| add(&sum, value, Sign::Plus))?)
}

pub(super) fn difference(arguments: &[Value], _: &ResultLimits) -> Computed {
    let [left, right] = arguments else { return Err(NoValue::Unknown) };
    Ok(add(left, right, Sign::Minus)?)
}

pub(super) fn product(arguments: &[Value], _: &ResultLimits) -> Computed {
    if let Some(integers) = integers(arguments) {
        let product = if integers.contains(&0) {
            Some(0)
        } else {
            integers.iter().try_fold(1_i128, |product, factor| product.checked_mul(*factor))
        };
        let product = product.and_then(|product| i64::try_from(product).ok());
        return Ok(product.map(Value::Integer).ok_or(Failure::Overflow)?);
    }
    match arguments {
        // A scalar alone has no factor.
        [] | [Value::Scalar(_)] => Err(NoValue::Unknown),
        [first, rest @ ..] => {
            Ok(rest.iter().try_fold(first.clone(), |product, value| multiply(&product, value))?)
        }
    }
}

/// Whether `result`, the product or quotient of a scalar with a number, is the exact result truncated to a whole
/// amount.
#[must_use]
pub fn is_truncated(arguments: &[Value], is_quotient: bool, result: &Value) -> bool {
    let ([Value::Scalar(scalar), number], Value::Scalar(result)) = (arguments, result) else { return false };
    let Ok(number) = exact(number) else { return false };
    result.units.has_integers
        && if is_quotient {
            &result.amount * number != scalar.amount
        } else {
            &scalar.amount * number != result.amount
        }
}

pub(super) fn quotient(arguments: &[Value], _: &ResultLimits) -> Computed {
    let [dividend, divisor] = arguments else { return Err(NoValue::Unknown) };
    Ok(divide(dividend, divisor)?)
}

/// The remainder has the sign of the dividend.
pub(super) fn remainder(arguments: &[Value], _: &ResultLimits) -> Computed {
    match arguments {
        [_, Value::Integer(0)] => Err(Failure::DivisionByZero.into()),
        [Value::Integer(dividend), Value::Integer(divisor)] => {
            Ok(Value::Integer(dividend.checked_rem(*divisor).unwrap_or(0)))
        }
        [Value::Scalar(dividend), Value::Integer(divisor)] => {
            Ok(of_amount(&(&dividend.amount % BigDecimal::from(*divisor)), dividend)?)
        }
        [_, _] => Err(Failure::DifferentTypes.into()),
        _ => Err(NoValue::Unknown),
    }
}

/// Returns the arguments if all of them are integers and there are any.
fn integers(arguments: &[Value]) -> Option<Vec<i128>> {
    let integer = |value: &Value| match value {
        Value::Integer(value) => Some(i128::from(*value)),
        _ => None,
    };
    arguments.iter().map(integer).collect::<Option<Vec<i128>>>().filter(|integers| !integers.is_empty())
}

/// The nearest integer; a half is rounded down, also below zero.
pub(super) fn round(arguments: &[Value], _: &ResultLimits) -> Computed {
    let half_down = |value: f64| {
        let below = value.floor();
        if value - below > 0.5 { below + 1.0 } else { below }
    };
    to_integer(arguments, half_down)
}

pub(super) fn floor(arguments: &[Value], _: &ResultLimits) -> Computed {
    to_integer(arguments, f64::floor)
}

pub(super) fn ceil(arguments: &[Value], _: &ResultLimits) -> Computed {
    to_integer(arguments, f64::ceil)
}

/// An integer as it is, or a float after `round`.
fn to_integer(arguments: &[Value], round: impl Fn(f64) -> f64) -> Computed {
    match arguments {
        [Value::Integer(value)] => Ok(Value::Integer(*value)),
        [Value::Float(value)] => {
            let whole = round(*value);
            #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
            if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&whole) {
                Ok(Value::Integer(whole as i64))
            } else {
                Err(Failure::Overflow.into())
            }
        }
        _ => Err(NoValue::Unknown),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

fn add(left: &Value, right: &Value, sign: Sign) -> Result<Value, Failure> {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => {
            let sum = match sign {
                Sign::Plus => left.checked_add(*right),
                Sign::Minus => left.checked_sub(*right),
            };
            sum.map(Value::Integer).ok_or(Failure::Overflow)
        }
        (Value::Scalar(left), Value::Scalar(right)) if left.is_comparable_with(right) => {
            let amount = match sign {
                Sign::Plus => &left.amount + &right.amount,
                Sign::Minus => &left.amount - &right.amount,
            };
            of_amount(&amount, left)
        }
        _ => {
            let (left, right) = as_floats(left, right)?;
            Ok(Value::Float(if sign == Sign::Plus { left + right } else { left - right }))
        }
    }
}

fn multiply(left: &Value, right: &Value) -> Result<Value, Failure> {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => {
            left.checked_mul(*right).map(Value::Integer).ok_or(Failure::Overflow)
        }
        (Value::Scalar(scalar), factor) => of_whole_amount(&(&scalar.amount * exact(factor)?), scalar),
        _ => {
            let (left, right) = as_floats(left, right)?;
            Ok(Value::Float(left * right))
        }
    }
}

/// Divides two numbers; two integers give a float.
fn divide(dividend: &Value, divisor: &Value) -> Result<Value, Failure> {
    match (dividend, divisor) {
        (Value::Scalar(scalar), divisor) => {
            let divisor = exact(divisor)?;
            if divisor.is_zero() {
                return Err(Failure::DivisionByZero);
            }
            let quotient = (&scalar.amount / divisor).with_prec(QUOTIENT_DIGITS);
            of_whole_amount(&quotient, scalar)
        }
        _ => {
            let (dividend, divisor) = as_floats(dividend, divisor)?;
            if divisor == 0.0 { Err(Failure::DivisionByZero) } else { Ok(Value::Float(dividend / divisor)) }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "an integer literal next to a float counts as a float")]
fn as_floats(left: &Value, right: &Value) -> Result<(f64, f64), Failure> {
    let float = |value: &Value| match value {
        Value::Float(value) => Ok(*value),
        Value::Integer(value) => Ok(*value as f64),
        _ => Err(Failure::DifferentTypes),
    };
    Ok((float(left)?, float(right)?))
}

/// Converts a number exactly, or fails for infinity and not-a-number.
fn exact(value: &Value) -> Result<BigDecimal, Failure> {
    match value {
        Value::Integer(value) => Ok(BigDecimal::from(*value)),
        Value::Float(value) => number::exact(&format!("{value:e}")).ok_or(Failure::Overflow),
        _ => Err(Failure::DifferentTypes),
    }
}

/// A scalar of the type of `like`, with an amount in the canonical unit. An amount of a type with integers must fit in
/// 64 bits.
fn of_amount(amount: &BigDecimal, like: &ScalarValue) -> Result<Value, Failure> {
    if like.units.has_integers && amount.to_i64().is_none() {
        return Err(Failure::Overflow);
    }
    Ok(Value::Scalar(ScalarValue::of_amount(amount.normalized(), &like.units)))
}

/// The same; an amount of a type with integers is truncated towards zero, see [`is_truncated`].
fn of_whole_amount(amount: &BigDecimal, like: &ScalarValue) -> Result<Value, Failure> {
    if like.units.has_integers {
        return of_amount(&amount.with_scale_round(0, RoundingMode::Down), like);
    }
    of_amount(amount, like)
}

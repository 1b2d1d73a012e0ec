//! Applies a single operator to values.

use std::cmp::Ordering;

use super::number::Number;
use super::operators::Operator;
use super::value::VariabilityValue;

/// The reason why an operator has no result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// A division by zero.
    DivisionByZero,
    /// A number of more than 128 bits.
    Overflow,
    /// A part of a text that does not exist.
    NoSuchPart,
    /// An operand of the wrong type; it was already reported, or its type is unknown.
    Unfit,
}

/// Returns the result of `operator` for `operands`. Boolean operators are not supported.
pub fn apply(operator: Operator, operands: &[VariabilityValue]) -> Result<VariabilityValue, Fault> {
    let truth = |value: bool| Ok(VariabilityValue::Boolean(value));
    match operator {
        Operator::Add => numbers(operands, Number::integer(0), Number::plus),
        Operator::Mul => numbers(operands, Number::integer(1), Number::times),
        Operator::Sub => from_first(operands, |result, next| result.minus(next).ok_or(Fault::Overflow)),
        Operator::Div => from_first(operands, divide),
        Operator::Mod => from_first(operands, |first, second| {
            if second.is_zero() {
                Err(Fault::DivisionByZero)
            } else {
                first.modulo(second).ok_or(Fault::Overflow)
            }
        }),
        Operator::Equal => truth(operands.windows(2).all(|pair| pair[0] == pair[1])),
        Operator::ValidValues => {
            truth(operands.split_first().is_some_and(|(value, valid_values)| valid_values.contains(value)))
        }
        Operator::GreaterThan => truth(compare(operands)? == Ordering::Greater),
        Operator::GreaterOrEqual => truth(compare(operands)? != Ordering::Less),
        Operator::LessThan => truth(compare(operands)? == Ordering::Less),
        Operator::LessOrEqual => truth(compare(operands)? != Ordering::Greater),
        Operator::InRange => {
            let [value, low, high] = operands else { return Err(Fault::Unfit) };
            let value = number(value)?;
            let above = matches!(low, VariabilityValue::Unbounded) || number(low)? <= value;
            let below = matches!(high, VariabilityValue::Unbounded) || value <= number(high)?;
            truth(above && below)
        }
        Operator::Length | Operator::MinLength | Operator::MaxLength => {
            let [value, limit] = operands else { return Err(Fault::Unfit) };
            let length = value.length().and_then(|length| i128::try_from(length).ok()).ok_or(Fault::Unfit)?;
            let order = Number::integer(length).cmp(&number(limit)?);
            truth(match operator {
                Operator::Length => order == Ordering::Equal,
                Operator::MinLength => order != Ordering::Less,
                _ => order != Ordering::Greater,
            })
        }
        Operator::Concat => text(operands, ""),
        Operator::Join => match operands {
            [VariabilityValue::Text(separator), parts @ ..] => text(parts, separator),
            _ => Err(Fault::Unfit),
        },
        Operator::Token => {
            let [VariabilityValue::Text(text), VariabilityValue::Text(mark), VariabilityValue::Number(index)] =
                operands
            else {
                return Err(Fault::Unfit);
            };
            let index =
                index.as_integer().and_then(|index| usize::try_from(index).ok()).ok_or(Fault::NoSuchPart)?;
            let part = if mark.is_empty() {
                let mut characters = text.char_indices().skip(index);
                characters.next().map(|(start, c)| &text[start..start + c.len_utf8()])
            } else {
                text.split(&**mark).nth(index)
            };
            part.map(|part| VariabilityValue::Text(part.into())).ok_or(Fault::NoSuchPart)
        }
        Operator::Condition => operands.first().cloned().ok_or(Fault::Unfit),
        _ => Err(Fault::Unfit),
    }
}

fn number(value: &VariabilityValue) -> Result<Number, Fault> {
    match value {
        VariabilityValue::Number(number) => Ok(*number),
        _ => Err(Fault::Unfit),
    }
}

fn numbers(
    operands: &[VariabilityValue],
    first: Number,
    step: impl Fn(Number, Number) -> Option<Number>,
) -> Result<VariabilityValue, Fault> {
    let result =
        operands.iter().try_fold(first, |result, next| step(result, number(next)?).ok_or(Fault::Overflow));
    result.map(VariabilityValue::Number)
}

fn from_first(
    operands: &[VariabilityValue],
    step: impl Fn(Number, Number) -> Result<Number, Fault>,
) -> Result<VariabilityValue, Fault> {
    let (first, remaining) = operands.split_first().ok_or(Fault::Unfit)?;
    let result = remaining.iter().try_fold(number(first)?, |result, next| step(result, number(next)?));
    result.map(VariabilityValue::Number)
}

fn divide(first: Number, second: Number) -> Result<Number, Fault> {
    if second.is_zero() { Err(Fault::DivisionByZero) } else { first.over(second).ok_or(Fault::Overflow) }
}

fn compare(operands: &[VariabilityValue]) -> Result<Ordering, Fault> {
    let [first, second] = operands else { return Err(Fault::Unfit) };
    Ok(number(first)?.cmp(&number(second)?))
}

fn text(parts: &[VariabilityValue], separator: &str) -> Result<VariabilityValue, Fault> {
    let parts: Option<Vec<String>> = parts.iter().map(VariabilityValue::as_part).collect();
    parts.map(|parts| VariabilityValue::Text(parts.join(separator).into())).ok_or(Fault::Unfit)
}

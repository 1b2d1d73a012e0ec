//! Literals without a type of their own, read like a value that stands beside them.

use crate::yaml::{Node, Scalar as Written};

use super::{BuiltIn, LiteralPolicy, Scalar, Timestamp, Value, Version, bytes, lenient, number, print, read};

/// A scalar node as a value of the type of `hint`.
pub(crate) fn read_like(node: Node<'_>, hint: &Value, policy: LiteralPolicy) -> Option<Value> {
    let text = node.as_str();
    if policy.is_lenient
        && let Some(built_in) = match hint {
            Value::String(_) => Some(BuiltIn::String),
            Value::Boolean(_) => Some(BuiltIn::Boolean),
            Value::Timestamp(_) => Some(BuiltIn::Timestamp),
            Value::Version(_) => Some(BuiltIn::Version),
            _ => None,
        }
        && let Some((value, _)) = lenient::read(node, built_in, None)
    {
        return Some(value);
    }
    match (hint, node.scalar()?) {
        (Value::Float(_), Written::Integer(text)) => Some(Value::Float(number::float(text))),
        (Value::Scalar(scalar), Written::String(text)) => {
            let found = read::scalar(text, &scalar.units).ok().map(|(value, _)| value);
            found.or_else(|| {
                let better = policy.is_lenient.then(|| lenient::scalar(text, &scalar.units))??;
                read::scalar(&better, &scalar.units).ok().map(|(value, _)| value)
            })
        }
        // A bare number beside a scalar counts in the canonical unit.
        (Value::Scalar(scalar), Written::Integer(text) | Written::Float(text)) => {
            let amount = number::exact(text)?;
            let (number, text) = (amount.clone(), print::scalar(&scalar.units, &amount));
            Some(Value::Scalar(Scalar { amount, number, text, ..scalar.clone() }))
        }
        (Value::Timestamp(_), _) => Timestamp::parse(text?).ok().map(|(value, _)| Value::Timestamp(value)),
        (Value::Version(_), _) => Version::parse(text?).map(Value::Version),
        (Value::Bytes(_), _) => bytes::decode(text?).ok().map(Value::Bytes),
        _ => None,
    }
}

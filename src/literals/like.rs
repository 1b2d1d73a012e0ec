//! Reads literals without a type like a value that they are compared or combined with.

use crate::yaml::{Scalar as Written, YamlNode};

use super::{LiteralPolicy, ScalarValue, Timestamp, Value, Version, bytes, lenient, number};

/// A scalar node as a value of the type of `sample`, or `None` if it is read as YAML reads it.
pub(crate) fn read_like(node: YamlNode<'_>, sample: &Value, policy: LiteralPolicy) -> Option<Value> {
    let has_lenient_forms =
        matches!(sample, Value::String(_) | Value::Boolean(_) | Value::Timestamp(_) | Value::Version(_));
    if policy.is_lenient
        && has_lenient_forms
        && let Some((value, _)) = lenient::read(node, sample.built_in(), None)
    {
        return Some(value);
    }
    let text = node.as_str();
    match (sample, node.scalar()?) {
        (Value::Float(_), Written::Integer(text)) => Some(Value::Float(number::float(text))),
        (Value::Scalar(sample), Written::String(text)) => {
            let strict = ScalarValue::parse(text, &sample.units).ok().map(|(scalar, _)| scalar);
            let lenient = || lenient::read_scalar(text, &sample.units).filter(|_| policy.is_lenient);
            strict.or_else(lenient).map(Value::Scalar)
        }
        // A number that is combined with a scalar is an amount in the canonical unit.
        (Value::Scalar(sample), Written::Integer(text) | Written::Float(text)) => {
            Some(Value::Scalar(ScalarValue::of_amount(number::exact(text)?, &sample.units)))
        }
        (Value::Timestamp(_), _) => Timestamp::parse(text?).ok().map(|(value, _)| Value::Timestamp(value)),
        (Value::Version(_), _) => Version::parse(text?).map(Value::Version),
        (Value::Bytes(_), _) => bytes::decode(text?).ok().map(Value::Bytes),
        _ => None,
    }
}

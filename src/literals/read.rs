//! Reads single literals as values of a built-in type (TOSCA 2.0 §9.1).

use std::sync::Arc;

use crate::yaml::{Kind, Scalar as Written, Style, YamlNode};

use super::scalar::{ScalarError, ScalarNote};
use super::timestamp::{TimestampError, TimestampNote};
use super::{BuiltIn, LiteralPolicy, ScalarValue, Timestamp, Units, Value, Version, bytes, lenient, number};

/// Why a literal is not a value of its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiteralError {
    /// It is of another kind, such as a map.
    Kind,
    /// An integer that does not fit into 64 bits.
    TooLarge,
    /// An invalid timestamp.
    Timestamp(TimestampError),
    /// Invalid bytes, and why.
    Bytes(&'static str),
    /// A text without the form of a version.
    Version,
    /// A version that YAML reads as a number.
    UnquotedVersion,
    /// An invalid scalar.
    Scalar(ScalarError),
    /// A scalar of a type whose units are unknown.
    UnknownUnits,
}

/// A note about a valid but doubtful literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiteralNote {
    /// A doubtful timestamp.
    Timestamp(TimestampNote),
    /// A doubtful scalar.
    Scalar(ScalarNote),
    /// A decimal integer with leading zeros.
    LeadingZero,
    /// A float that is so large that it becomes infinite.
    TooLargeFloat,
    /// A literal that only lenient dialects allow.
    Spelling(Spelling),
}

/// How TOSCA 2.0 spells a literal of a lenient dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The text to write.
    pub replacement: String,
    /// Whether the literal is unusual in its dialect as well.
    pub is_unusual: bool,
}

/// The value of a literal, and a note if it is doubtful.
pub type Literal = Result<(Value, Option<LiteralNote>), LiteralError>;

/// Reads a scalar node as a value of `built_in`. Scalars need the `units` of their type.
pub fn read(
    node: YamlNode<'_>,
    built_in: BuiltIn,
    units: Option<&Arc<Units>>,
    policy: LiteralPolicy,
) -> Literal {
    let literal = read_strictly(node, built_in, units);
    if node.kind() != Kind::Scalar || !policy.is_lenient {
        return literal;
    }
    let is_plain_timestamp = built_in == BuiltIn::Timestamp && node.style() == Style::Plain;
    if matches!(literal, Ok((_, None))) && !is_plain_timestamp {
        return literal;
    }
    match lenient::read(node, built_in, units) {
        Some((value, spelling)) => Ok((value, Some(LiteralNote::Spelling(spelling)))),
        None => literal,
    }
}

/// Reads a literal as TOSCA 2.0 writes it.
fn read_strictly(node: YamlNode<'_>, built_in: BuiltIn, units: Option<&Arc<Units>>) -> Literal {
    if node.kind() != Kind::Scalar {
        return Err(LiteralError::Kind);
    }
    let Some(written) = node.scalar() else { return Err(LiteralError::Kind) };
    read_written(written, node.text(), built_in, units)
}

/// Reads a scalar that YAML reads as `written` from `text`, as TOSCA 2.0 writes it.
pub(crate) fn read_written(
    written: Written<'_>,
    text: &str,
    built_in: BuiltIn,
    units: Option<&Arc<Units>>,
) -> Literal {
    let value = match (built_in, written) {
        (BuiltIn::String, Written::String(text)) => Value::String(unescaped(text).to_owned()),
        (BuiltIn::Integer, Written::Integer(text)) => {
            let value = number::integer(text).map(Value::Integer).ok_or(LiteralError::TooLarge)?;
            return Ok((value, has_leading_zero(text).then_some(LiteralNote::LeadingZero)));
        }
        (BuiltIn::Float, Written::Integer(text) | Written::Float(text)) => {
            let value = number::float(text);
            let is_too_large = value.is_infinite() && text.contains(|c: char| c.is_ascii_digit());
            return Ok((Value::Float(value), is_too_large.then_some(LiteralNote::TooLargeFloat)));
        }
        (BuiltIn::Boolean, Written::Bool(value)) if matches!(text, "true" | "false") => Value::Boolean(value),
        (BuiltIn::Nil, Written::Null) if text == "null" => Value::Nil,
        (BuiltIn::Bytes, Written::String(text)) => {
            Value::Bytes(bytes::decode(text).map_err(LiteralError::Bytes)?)
        }
        (BuiltIn::Timestamp, Written::String(text)) => {
            let (timestamp, doubt) = Timestamp::parse(text).map_err(LiteralError::Timestamp)?;
            return Ok((Value::Timestamp(timestamp), doubt.map(LiteralNote::Timestamp)));
        }
        (BuiltIn::Version, Written::String(text)) => {
            Value::Version(Version::parse(text).ok_or(LiteralError::Version)?)
        }
        (BuiltIn::Version, Written::Float(_) | Written::Integer(_)) => {
            return Err(LiteralError::UnquotedVersion);
        }
        (BuiltIn::Scalar, Written::String(text)) => {
            let units = units.ok_or(LiteralError::UnknownUnits)?;
            let (scalar, doubt) = ScalarValue::parse(text, units).map_err(LiteralError::Scalar)?;
            return Ok((Value::Scalar(scalar), doubt.map(LiteralNote::Scalar)));
        }
        (BuiltIn::Scalar, Written::Integer(_) | Written::Float(_)) => {
            return Err(LiteralError::Scalar(ScalarError::NoUnit));
        }
        _ => return Err(LiteralError::Kind),
    };
    Ok((value, None))
}

fn has_leading_zero(integer: &str) -> bool {
    let digits = integer.trim_start_matches(['+', '-']);
    digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the list or map has all parts, with none lost in a syntax error.
pub(crate) fn has_all_parts(node: YamlNode<'_>) -> bool {
    !node.is_broken()
}

/// A string without its escape: `$$` at the start stands for one `$` (§10.1).
pub(crate) fn unescaped(text: &str) -> &str {
    match text.strip_prefix('$') {
        Some(rest) if rest.starts_with('$') => rest,
        _ => text,
    }
}

//! Single literals of the built-in types (TOSCA 2.0 §9.1).

use std::sync::Arc;

use bigdecimal::ToPrimitive as _;

use crate::yaml::{Kind, Node, Scalar as Written};

use super::scalar::{Scalar, ScalarFault, Units};
use super::timestamp::{Timestamp, TimestampFault, TimestampNote};
use super::{BuiltIn, LiteralPolicy, Value, Version, bytes, lenient, number};

/// What is wrong with a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is of another kind.
    Kind,
    /// An integer beyond 64 bits.
    TooLarge,
    /// A timestamp: why.
    Timestamp(TimestampFault),
    /// Bytes: why.
    Bytes(&'static str),
    /// A version that has not the form of one.
    Version,
    /// A version that YAML reads as a number.
    UnquotedVersion,
    /// A scalar: why.
    Scalar(ScalarFault),
    /// The number of a scalar of integers is no integer.
    FractionalScalar,
    /// Whether it is right cannot be known.
    Unknown,
}

/// What is legal, but worth a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A timestamp: why.
    Timestamp(TimestampNote),
    /// A scalar without white space before its unit.
    NoSpace,
    /// A scalar of integers that is beyond 64 bits in its canonical unit.
    LeavesRange,
    /// A decimal integer with leading zeros.
    LeadingZero,
    /// A literal of a language that writes values more freely.
    Spelling(Spelling),
}

/// How TOSCA 2.0 writes a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The text to write.
    pub better: String,
    /// Whether it is odd in its own language, too.
    pub odd: bool,
}

/// The value of a scalar node as one of `built_in`; scalars have `units`, as far as they are known.
pub(crate) fn read(
    node: Node<'_>,
    built_in: BuiltIn,
    units: Option<&Arc<Units>>,
    policy: LiteralPolicy,
) -> Result<(Value, Option<Note>), Fault> {
    let found = plain_literal(node, built_in, units);
    let unquoted = built_in == BuiltIn::Timestamp && node.style() == crate::yaml::Style::Plain;
    if matches!(found, Ok((_, None))) && !unquoted || node.kind() != Kind::Scalar || !policy.is_lenient {
        return found;
    }
    match lenient::read(node, built_in, units) {
        Some((value, spelling)) => Ok((value, Some(Note::Spelling(spelling)))),
        None => found,
    }
}

/// The same as TOSCA 2.0 has it.
fn plain_literal(
    node: Node<'_>,
    built_in: BuiltIn,
    units: Option<&Arc<Units>>,
) -> Result<(Value, Option<Note>), Fault> {
    if node.kind() != Kind::Scalar {
        return Err(Fault::Kind);
    }
    let Some(written) = node.scalar() else { return Err(Fault::Kind) };
    let plain = |value: Value| Ok((value, None));
    match (built_in, written) {
        (BuiltIn::String, Written::String(text)) => plain(Value::String(unescaped(text).to_owned())),
        (BuiltIn::Integer, Written::Integer(text)) => {
            let value = number::integer(text).map(Value::Integer).ok_or(Fault::TooLarge)?;
            let digits = text.trim_start_matches(['+', '-']);
            let zeros =
                digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
            Ok((value, zeros.then_some(Note::LeadingZero)))
        }
        (BuiltIn::Float, Written::Integer(text) | Written::Float(text)) => {
            plain(Value::Float(number::float(text)))
        }
        (BuiltIn::Boolean, Written::Bool(value)) if matches!(node.text(), "true" | "false") => {
            plain(Value::Boolean(value))
        }
        (BuiltIn::Nil, Written::Null) if node.text() == "null" => plain(Value::Nil),
        (BuiltIn::Bytes, Written::String(text)) => {
            plain(Value::Bytes(bytes::decode(text).map_err(Fault::Bytes)?))
        }
        (BuiltIn::Timestamp, Written::String(text)) => {
            let (timestamp, doubt) = Timestamp::parse(text).map_err(Fault::Timestamp)?;
            Ok((Value::Timestamp(timestamp), doubt.map(Note::Timestamp)))
        }
        (BuiltIn::Version, Written::String(text)) => {
            plain(Value::Version(Version::parse(text).ok_or(Fault::Version)?))
        }
        (BuiltIn::Version, Written::Float(_) | Written::Integer(_)) => Err(Fault::UnquotedVersion),
        (BuiltIn::Scalar, Written::String(text)) => scalar(text, units.ok_or(Fault::Unknown)?),
        (BuiltIn::Scalar, Written::Integer(_) | Written::Float(_)) => Err(Fault::Scalar(ScalarFault::NoUnit)),
        _ => Err(Fault::Kind),
    }
}

/// A string as it is meant: `$$` at the start stands for one `$` (§10.1).
pub(crate) fn unescaped(text: &str) -> &str {
    if text.starts_with("$$") { &text[1..] } else { text }
}

/// A literal of a scalar type.
pub(crate) fn scalar(text: &str, units: &Arc<Units>) -> Result<(Value, Option<Note>), Fault> {
    let parts = units.split(text).map_err(Fault::Scalar)?;
    let factor = units
        .factor(parts.unit)
        .ok_or_else(|| Fault::Scalar(ScalarFault::UnknownUnit(parts.unit.to_owned())))?;
    if units.has_integers {
        if !matches!(crate::yaml::resolve_plain(parts.number), Written::Integer(_)) {
            return Err(Fault::FractionalScalar);
        }
        number::integer(parts.number).ok_or(Fault::TooLarge)?;
    }
    let number = number::exact(parts.number).ok_or(Fault::Unknown)?;
    let amount = &number * factor;
    let leaves = units.has_integers && amount.to_i64().is_none();
    let note = if leaves { Some(Note::LeavesRange) } else { (!parts.spaced).then_some(Note::NoSpace) };
    let scalar = Scalar { amount, number, units: Arc::clone(units), text: text.to_owned() };
    Ok((Value::Scalar(scalar), note))
}

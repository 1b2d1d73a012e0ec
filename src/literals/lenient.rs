//! Reads literals of lenient dialects: their value, and how TOSCA 2.0 spells it.

use std::sync::Arc;

use crate::yaml::{Scalar as Written, YamlNode, quoted};

use super::read::Spelling;
use super::{BuiltIn, ScalarValue, Timestamp, Units, Value, Version};

/// The value of `node` as one of `built_in`, or `None` if that is unclear.
pub(super) fn read(
    node: YamlNode<'_>,
    built_in: BuiltIn,
    units: Option<&Arc<Units>>,
) -> Option<(Value, Spelling)> {
    let text = node.text();
    let usual =
        |value: Value, replacement: String| Some((value, Spelling { replacement, is_unusual: false }));
    let unusual =
        |value: Value, replacement: String| Some((value, Spelling { replacement, is_unusual: true }));
    match (built_in, node.scalar()?) {
        (BuiltIn::String, Written::Integer(_) | Written::Float(_) | Written::Bool(_)) => {
            unusual(Value::String(text.to_owned()), quoted(text))
        }
        (BuiltIn::Version, Written::Integer(_) | Written::Float(_)) => {
            // The text counts, not the number: 1.10 and 1.1 are different versions.
            let full = if text.contains('.') { text.to_owned() } else { format!("{text}.0") };
            usual(Value::Version(Version::parse(&full)?), quoted(&full))
        }
        (BuiltIn::Boolean, Written::String(word)) => {
            let value = match word.to_ascii_lowercase().as_str() {
                "yes" | "on" | "true" => true,
                "no" | "off" | "false" => false,
                _ => return None,
            };
            unusual(Value::Boolean(value), value.to_string())
        }
        (BuiltIn::Boolean, Written::Bool(value)) => unusual(Value::Boolean(value), value.to_string()),
        // The upper bound of a range without bound.
        (BuiltIn::Integer, Written::String("UNBOUNDED")) => {
            usual(Value::Integer(i64::MAX), i64::MAX.to_string())
        }
        (BuiltIn::Timestamp, _) => {
            let replacement = rfc_3339(text);
            let (value, _) = Timestamp::parse(&replacement).ok()?;
            usual(Value::Timestamp(value), quoted(&replacement))
        }
        (BuiltIn::Scalar, Written::String(text)) => {
            let scalar = read_scalar(text, units?)?;
            let replacement = scalar.text.clone();
            usual(Value::Scalar(scalar), replacement)
        }
        _ => None,
    }
}

/// A scalar with or without a space, with the unit in any case if only one unit fits then.
pub(super) fn read_scalar(text: &str, units: &Arc<Units>) -> Option<ScalarValue> {
    let text = text.trim();
    // An `e` belongs to the number, unless there are no other letters.
    let start = text
        .find(|c: char| c.is_ascii_alphabetic() && c != 'e' && c != 'E')
        .or_else(|| text.find(|c: char| c.is_ascii_alphabetic()))?;
    let (number, unit) = text.split_at_checked(start)?;
    let (number, unit) = (number.trim_end(), unit.trim_end());
    let names = units.names();
    let mut candidates = names.iter().filter(|name| name.eq_ignore_ascii_case(unit));
    let unit = match names.iter().find(|name| *name == unit) {
        Some(exact) => exact,
        None => candidates.next().filter(|_| candidates.next().is_none())?,
    };
    let (scalar, _) = ScalarValue::parse(&format!("{number} {unit}"), units).ok()?;
    Some(scalar)
}

/// A timestamp of YAML in the form of RFC 3339.
fn rfc_3339(text: &str) -> String {
    let text = text.trim();
    let Some((date, time_and_zone)) = text.split_once(['T', 't', ' ', '\t']) else {
        // A date stands for its start.
        return format!("{text}T00:00:00Z");
    };
    let date: Vec<String> = date.split('-').map(|part| format!("{part:0>2}")).collect();
    let time_and_zone = time_and_zone.trim_start();
    let end = time_and_zone.find(['Z', 'z', '+', '-', ' ', '\t']).unwrap_or(time_and_zone.len());
    let (time, zone) = time_and_zone.split_at_checked(end).unwrap_or((time_and_zone, ""));
    let time = match time.split_once(':') {
        Some((hour, rest)) => format!("{hour:0>2}:{rest}"),
        None => time.to_owned(),
    };
    let zone = zone.trim();
    let zone = match (zone.strip_prefix('+'), zone.strip_prefix('-')) {
        (Some(offset), _) => format!("+{}", padded_offset(offset)),
        (_, Some(offset)) => format!("-{}", padded_offset(offset)),
        _ if zone.is_empty() => "Z".to_owned(),
        _ => zone.to_ascii_uppercase(),
    };
    format!("{}T{time}{zone}", date.join("-"))
}

/// An offset from UTC with minutes: `1` becomes `01:00`.
fn padded_offset(offset: &str) -> String {
    let (hours, minutes) = offset.split_once(':').unwrap_or((offset, "00"));
    format!("{hours:0>2}:{minutes:0>2}")
}

//! Literals of languages that write values more freely than TOSCA 2.0 (a trait of the file): what is meant,
//! and how TOSCA 2.0 writes it.

use std::sync::Arc;

use crate::yaml::{Node, Scalar as Written, quoted};

use super::read::{self, Spelling};
use super::scalar::Units;
use super::{BuiltIn, Timestamp, Value, Version};

/// What `node` means as a value of `built_in`, if that is clear.
pub(crate) fn read(
    node: Node<'_>,
    built_in: BuiltIn,
    units: Option<&Arc<Units>>,
) -> Option<(Value, Spelling)> {
    let text = node.text();
    let written = node.scalar()?;
    let spelled = |value: Value, better: String, odd: bool| Some((value, Spelling { better, odd }));
    match (built_in, written) {
        (BuiltIn::String, Written::Integer(_) | Written::Float(_) | Written::Bool(_)) => {
            spelled(Value::String(text.to_owned()), quoted(text), true)
        }
        (BuiltIn::Version, Written::Integer(_) | Written::Float(_)) => {
            // The text counts: 1.10 is another version than 1.1.
            let full = if text.contains('.') { text.to_owned() } else { format!("{text}.0") };
            spelled(Value::Version(Version::parse(&full)?), quoted(&full), false)
        }
        (BuiltIn::Boolean, Written::String(word)) => {
            let value = match word.to_ascii_lowercase().as_str() {
                "yes" | "on" | "true" => true,
                "no" | "off" | "false" => false,
                _ => return None,
            };
            spelled(Value::Boolean(value), value.to_string(), true)
        }
        (BuiltIn::Boolean, Written::Bool(value)) => spelled(Value::Boolean(value), value.to_string(), true),
        // The open end of a range.
        (BuiltIn::Integer, Written::String("UNBOUNDED")) => {
            spelled(Value::Integer(i64::MAX), i64::MAX.to_string(), false)
        }
        (BuiltIn::Timestamp, _) => {
            let better = timestamp(text);
            let (value, _) = Timestamp::parse(&better).ok()?;
            spelled(Value::Timestamp(value), quoted(&better), false)
        }
        (BuiltIn::Scalar, Written::String(text)) => {
            let better = scalar(text, units?)?;
            let (value, _) = read::scalar(&better, units?).ok()?;
            spelled(value, better, false)
        }
        _ => None,
    }
}

/// A scalar with white space and the unit as its type has it.
pub(crate) fn scalar(text: &str, units: &Units) -> Option<String> {
    let text = text.trim();
    let at = text
        .find(|c: char| c.is_ascii_alphabetic() && c != 'e' && c != 'E')
        .or_else(|| text.find(|c: char| c.is_ascii_alphabetic()))?;
    let (number, unit) = (text[..at].trim_end(), text[at..].trim_end());
    let names = units.names();
    let mut near = names.iter().filter(|name| name.eq_ignore_ascii_case(unit));
    let unit = match names.iter().find(|name| *name == unit) {
        Some(exact) => exact,
        // One that fits but for its letters' case, if it is the only one.
        None => near.next().filter(|_| near.next().is_none())?,
    };
    Some(format!("{number} {unit}"))
}

/// A timestamp of YAML as one of RFC 3339.
fn timestamp(text: &str) -> String {
    let text = text.trim();
    let Some(end) = text.find(['T', 't', ' ', '\t']) else {
        // A date is its first moment.
        return format!("{text}T00:00:00Z");
    };
    let date: Vec<String> = text[..end].split('-').map(|part| format!("{part:0>2}")).collect();
    let rest = text[end + 1..].trim_start();
    let at = rest.find(['Z', 'z', '+', '-', ' ', '\t']).unwrap_or(rest.len());
    let (time, zone) = (&rest[..at], rest[at..].trim());
    let time = match time.split_once(':') {
        Some((hour, rest)) => format!("{hour:0>2}:{rest}"),
        None => time.to_owned(),
    };
    let zone = match zone.strip_prefix(['+', '-']) {
        None if zone.is_empty() => "Z".to_owned(),
        None => zone.to_ascii_uppercase(),
        Some(offset) => {
            let (hours, minutes) = offset.split_once(':').unwrap_or((offset, "00"));
            format!("{}{hours:0>2}:{minutes:0>2}", &zone[..1])
        }
    };
    format!("{}T{time}{zone}", date.join("-"))
}

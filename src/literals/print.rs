//! Values as text.

use std::fmt::Write as _;

use bigdecimal::BigDecimal;
use data_encoding::BASE64;

use crate::yaml::{plain, quoted};

use super::{Units, Value};

/// What a level is indented by.
const INDENT: &str = "  ";

/// Longer keys must be marked as such.
const LONGEST_KEY: usize = 1_000;

/// For whom a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// For readers of YAML: strings are what they are.
    Data,
    /// For readers of TOSCA: a dollar sign at the start is doubled (§10.1).
    Tosca,
}

impl Value {
    /// The value as a YAML document.
    #[must_use]
    pub fn to_yaml(&self, notation: Notation) -> String {
        let mut text = String::new();
        block(self, 0, notation, &mut text);
        text
    }

    /// The value as JSON. What JSON has no notation for is a string, as in YAML.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match self {
            Value::Nil => Json::Null,
            Value::Boolean(value) => Json::Bool(*value),
            Value::Integer(value) => Json::from(*value),
            Value::Float(value) if value.is_finite() => Json::from(*value),
            Value::List(values) => Json::Array(values.iter().map(Value::to_json).collect()),
            Value::Map(values) => {
                Json::Object(values.iter().map(|(key, value)| (key.clone(), value.to_json())).collect())
            }
            Value::String(text) => Json::String(text.clone()),
            single => Json::String(bare(single)),
        }
    }
}

/// Writes a value that starts in a line of its own, `depth` levels deep.
fn block(value: &Value, depth: usize, notation: Notation, text: &mut String) {
    match value {
        Value::List(values) if !values.is_empty() => {
            for value in values {
                let start = text.len();
                if has_parts(value) {
                    // The first part stands behind the dash, which takes the place of its indentation.
                    block(value, depth + 1, notation, text);
                    let at = start + INDENT.len() * depth;
                    text.replace_range(at..at + INDENT.len(), "- ");
                } else {
                    indent(depth, text);
                    text.push('-');
                    behind(value, depth, notation, text);
                }
            }
        }
        Value::Map(values) if !values.is_empty() => {
            for (key, value) in values {
                let key = string(key, notation);
                indent(depth, text);
                if key.len() > LONGEST_KEY {
                    let _ = writeln!(text, "? {key}");
                    indent(depth, text);
                    text.push(':');
                } else {
                    let _ = write!(text, "{key}:");
                }
                behind(value, depth, notation, text);
            }
        }
        single => {
            indent(depth, text);
            let start = text.len();
            behind(single, depth, notation, text);
            text.remove(start);
        }
    }
}

fn indent(depth: usize, text: &mut String) {
    text.extend(std::iter::repeat_n(INDENT, depth));
}

fn has_parts(value: &Value) -> bool {
    match value {
        Value::List(values) => !values.is_empty(),
        Value::Map(values) => !values.is_empty(),
        _ => false,
    }
}

/// Writes a value behind a dash or key that stands `depth` levels deep.
fn behind(value: &Value, depth: usize, notation: Notation, text: &mut String) {
    if has_parts(value) {
        text.push('\n');
        return block(value, depth + 1, notation, text);
    }
    match value {
        Value::String(string) if is_block(string) && !string.starts_with('$') => {
            text.push_str(if string.ends_with('\n') { " |\n" } else { " |-\n" });
            for line in string.lines() {
                if !line.is_empty() {
                    indent(depth + 1, text);
                }
                let _ = writeln!(text, "{line}");
            }
        }
        single => {
            let _ = writeln!(text, " {}", one_line(single, notation));
        }
    }
}

/// Whether a text of several lines can stand below `|` as it is.
pub(crate) fn is_block(text: &str) -> bool {
    let odd = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
    };
    text.contains('\n')
        && !text.starts_with([' ', '\n'])
        && !text.ends_with("\n\n")
        && !text.ends_with(' ')
        && !text.contains(odd)
}

/// A value without parts.
fn one_line(value: &Value, notation: Notation) -> String {
    match value {
        Value::String(text) => string(text, notation),
        Value::List(_) => "[]".to_owned(),
        Value::Map(_) => "{}".to_owned(),
        // What YAML would read as a number or as a date must be told apart.
        Value::Timestamp(_) | Value::Version(_) => quoted(&bare(value)),
        Value::Scalar(_) | Value::Bytes(_) => plain(&bare(value)),
        _ => bare(value),
    }
}

fn string(text: &str, notation: Notation) -> String {
    if notation == Notation::Tosca && text.starts_with('$') {
        plain(&format!("${text}"))
    } else {
        plain(text)
    }
}

/// A value without parts as its literal.
fn bare(value: &Value) -> String {
    match value {
        Value::Nil => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) => float(*value),
        Value::String(text) => text.clone(),
        Value::Bytes(bytes) => BASE64.encode(bytes),
        Value::Timestamp(timestamp) => timestamp.text.clone(),
        Value::Scalar(scalar) => scalar.text.clone(),
        Value::Version(version) => version.text.clone(),
        Value::List(_) | Value::Map(_) => String::new(),
    }
}

/// A float that is read as one, and as the same.
pub(crate) fn float(value: f64) -> String {
    if value.is_nan() {
        ".nan".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { ".inf" } else { "-.inf" }.to_owned()
    } else {
        // With a fraction or an exponent it is no integer.
        format!("{value:?}")
    }
}

/// An amount of the canonical unit of a scalar type as a literal; a bare number where no unit can express it.
pub(crate) fn scalar(units: &Units, amount: &BigDecimal) -> String {
    match units.canonical() {
        Some(unit) => format!("{} {unit}", decimal(amount)),
        None => amount.to_string(),
    }
}

/// A decimal number, with an exponent where it would be long.
pub(crate) fn decimal(number: &BigDecimal) -> String {
    /// The most digits without an exponent.
    const LONG: u64 = 40;
    let (_, scale) = number.as_bigint_and_exponent();
    let short = number.digits() <= LONG && scale.unsigned_abs() <= LONG;
    if short || scale <= 0 && number.is_integer() && scale.unsigned_abs() <= 1_000 {
        number.to_plain_string()
    } else {
        number.to_scientific_notation()
    }
}

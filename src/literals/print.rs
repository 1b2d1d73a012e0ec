//! Prints values as YAML and JSON.

use std::fmt::Write as _;

use bigdecimal::BigDecimal;
use data_encoding::BASE64;

use crate::yaml::{plain, quoted};

use super::Value;

/// The indentation of one level.
const INDENT: &str = "  ";

/// The longest key that is written without `?`, in bytes.
const MAX_KEY_BYTES: usize = 1_000;

/// The most digits of a number that is written without exponent.
const MAX_PLAIN_DIGITS: u64 = 40;

/// The intended reader of the printed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A YAML reader: strings are written as they are.
    Data,
    /// A TOSCA reader: a dollar sign at the start of a string is doubled (§10.1).
    Tosca,
}

impl Value {
    /// The value as a YAML document.
    #[must_use]
    pub fn to_yaml(&self, notation: Notation) -> String {
        let mut text = String::new();
        write_block(self, 0, notation, &mut text);
        text
    }

    /// The value as JSON. Values that JSON cannot express become strings, as in YAML.
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
            single => Json::String(literal_of(single)),
        }
    }
}

/// Writes a value that starts on its own line, `depth` levels deep.
fn write_block(value: &Value, depth: usize, notation: Notation, text: &mut String) {
    match value {
        Value::List(values) if !values.is_empty() => {
            for value in values {
                let start = text.len();
                if has_parts(value) {
                    // The first part follows the dash, which replaces its indentation.
                    write_block(value, depth + 1, notation, text);
                    let dash = start + INDENT.len() * depth;
                    text.replace_range(dash..dash + INDENT.len(), "- ");
                } else {
                    indent(depth, text);
                    text.push('-');
                    write_after_indicator(value, depth, notation, text);
                }
            }
        }
        Value::Map(values) if !values.is_empty() => {
            for (key, value) in values {
                let key = string(key, notation);
                indent(depth, text);
                if key.len() > MAX_KEY_BYTES {
                    let _ = writeln!(text, "? {key}");
                    indent(depth, text);
                    text.push(':');
                } else {
                    let _ = write!(text, "{key}:");
                }
                write_after_indicator(value, depth, notation, text);
            }
        }
        single => {
            indent(depth, text);
            let start = text.len();
            write_after_indicator(single, depth, notation, text);
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

/// Writes a value after a dash or a key that is `depth` levels deep.
fn write_after_indicator(value: &Value, depth: usize, notation: Notation, text: &mut String) {
    if has_parts(value) {
        text.push('\n');
        return write_block(value, depth + 1, notation, text);
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

/// Whether a string of several lines can be written below `|` unchanged.
pub(crate) fn is_block(text: &str) -> bool {
    let is_special = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
    };
    text.contains('\n')
        && !text.starts_with([' ', '\n'])
        && !text.ends_with("\n\n")
        && !text.ends_with(' ')
        && !text.contains(is_special)
}

/// A value without parts, on one line.
fn one_line(value: &Value, notation: Notation) -> String {
    match value {
        Value::String(text) => string(text, notation),
        Value::List(_) => "[]".to_owned(),
        Value::Map(_) => "{}".to_owned(),
        // YAML readers would take these for numbers or dates.
        Value::Timestamp(_) | Value::Version(_) => quoted(&literal_of(value)),
        Value::Scalar(_) | Value::Bytes(_) => plain(&literal_of(value)),
        _ => literal_of(value),
    }
}

fn string(text: &str, notation: Notation) -> String {
    if notation == Notation::Tosca && text.starts_with('$') {
        plain(&format!("${text}"))
    } else {
        plain(text)
    }
}

/// A value without parts as its literal, without quotes.
fn literal_of(value: &Value) -> String {
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

/// A float that YAML reads as a float, and as the same number.
pub(crate) fn float(value: f64) -> String {
    if value.is_nan() {
        ".nan".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { ".inf" } else { "-.inf" }.to_owned()
    } else {
        // The debug format always has a fraction or an exponent, so it is not an integer.
        format!("{value:?}")
    }
}

/// A decimal number, with an exponent if it would be long otherwise.
pub(crate) fn decimal(number: &BigDecimal) -> String {
    let (_, scale) = number.as_bigint_and_exponent();
    let is_short = number.digits() <= MAX_PLAIN_DIGITS && scale.unsigned_abs() <= MAX_PLAIN_DIGITS;
    if is_short || scale <= 0 && number.is_integer() && scale.unsigned_abs() <= 1_000 {
        number.to_plain_string()
    } else {
        number.to_scientific_notation()
    }
}

//! Resolves scalars by the YAML 1.2 core schema only.

use super::Tag;

/// The value of a scalar. Numbers keep their written form, which is interpreted when the type is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar<'t> {
    /// `null`, `~` or an empty scalar.
    Null,
    /// `true`, `True`, `TRUE` and so on.
    Bool(bool),
    /// An integer: decimal, `0x…` or `0o…`.
    Integer(&'t str),
    /// A floating-point number, including `.inf` and `.nan`.
    Float(&'t str),
    /// Any other text.
    String(&'t str),
}

/// The value of a plain scalar without a tag.
#[must_use]
pub fn resolve_plain(text: &str) -> Scalar<'_> {
    let Some(&first) = text.as_bytes().first() else {
        return Scalar::Null;
    };
    match first {
        b'~' if text.len() == 1 => Scalar::Null,
        b'n' | b'N' if matches!(text, "null" | "Null" | "NULL") => Scalar::Null,
        b't' | b'T' if matches!(text, "true" | "True" | "TRUE") => Scalar::Bool(true),
        b'f' | b'F' if matches!(text, "false" | "False" | "FALSE") => Scalar::Bool(false),
        b'0'..=b'9' | b'+' | b'-' | b'.' => {
            if is_integer(text) {
                Scalar::Integer(text)
            } else if is_float(text) {
                Scalar::Float(text)
            } else {
                Scalar::String(text)
            }
        }
        _ => Scalar::String(text),
    }
}

/// Returns the value of a scalar with one of the core tags. Its text need not match the tag, which is checked
/// in the phase that types values.
pub(super) fn resolve_tagged(tag: Tag, text: &str) -> Scalar<'_> {
    match tag {
        Tag::Int => Scalar::Integer(text),
        Tag::Float => Scalar::Float(text),
        Tag::Null => Scalar::Null,
        Tag::Bool => match resolve_plain(text) {
            Scalar::Bool(value) => Scalar::Bool(value),
            _ => Scalar::String(text),
        },
        Tag::None | Tag::Str | Tag::Other => Scalar::String(text),
    }
}

fn is_integer(text: &str) -> bool {
    let all = |digits: &str, test: fn(&u8) -> bool| !digits.is_empty() && digits.as_bytes().iter().all(test);
    if let Some(digits) = text.strip_prefix("0o") {
        return all(digits, |b| matches!(b, b'0'..=b'7'));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return all(digits, u8::is_ascii_hexdigit);
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    all(digits, u8::is_ascii_digit)
}

fn is_float(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(index) => (&unsigned[..index], Some(&unsigned[index + 1..])),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let exponent_ok = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    });
    digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty()) && exponent_ok
}

/// Returns a hint if YAML 1.1 readers read a string as another type: `yes`, `on`, dates, `0755`, `1_000`.
#[must_use]
pub fn looks_like_yaml_1_1(text: &str) -> Option<&'static str> {
    match text {
        "yes" | "Yes" | "YES" | "on" | "On" | "ON" | "y" | "Y" => {
            return Some("write `true`; YAML 1.2 interprets this word as a string");
        }
        "no" | "No" | "NO" | "off" | "Off" | "OFF" | "n" | "N" => {
            return Some("write `false`; YAML 1.2 interprets this word as a string");
        }
        _ => {}
    }
    let bytes = text.as_bytes();
    if bytes.len() > 1 && bytes[0] == b'0' && bytes.iter().all(u8::is_ascii_digit) {
        return Some("write an octal number as `0o…`; YAML 1.2 interprets this as a decimal number");
    }
    if bytes.len() >= 10 && bytes[4] == b'-' && bytes[7] == b'-' && bytes[..4].iter().all(u8::is_ascii_digit)
    {
        return Some("YAML 1.2 has no dates: this is a string");
    }
    None
}

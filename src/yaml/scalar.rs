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

/// Returns the value of a plain scalar for readers of YAML 1.1, if it differs from the value in YAML 1.2: words such as
/// `no`, octal numbers such as `0777`, numbers with colons or underscores. Dates, which are strings in YAML 1.2,
/// are not included: TOSCA has its own type for them.
#[must_use]
pub fn value_in_yaml_1_1(text: &str) -> Option<String> {
    match text {
        "yes" | "Yes" | "YES" | "on" | "On" | "ON" | "y" | "Y" => return Some("true".to_owned()),
        "no" | "No" | "NO" | "off" | "Off" | "OFF" | "n" | "N" => return Some("false".to_owned()),
        _ => {}
    }
    let (sign, digits) = text.split_at(usize::from(text.starts_with(['+', '-'])));
    let sign = sign.trim_start_matches('+');
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let digits_only = digits.replace('_', "");
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if digits.contains(':') {
        let mut value = 0_u64;
        for (index, part) in digits_only.split(':').enumerate() {
            let part = if is_number(part) && (index == 0 || part.len() <= 2) {
                part.parse::<u64>().ok()?
            } else {
                return None;
            };
            if index > 0 && part > 59 {
                return None;
            }
            value = value.checked_mul(60)?.checked_add(part)?;
        }
        let starts_with_zero = digits.starts_with('0');
        return (!starts_with_zero).then(|| format!("{sign}{value}"));
    }
    let octal = digits_only.strip_prefix('0').filter(|octal| is_number(octal));
    if let Some(octal) = octal.and_then(|octal| u64::from_str_radix(octal, 8).ok()) {
        let is_same = !digits.contains('_') && digits_only.parse() == Ok(octal);
        return (!is_same).then(|| format!("{sign}{octal}"));
    }
    let has_underscores =
        digits.contains('_') && matches!(resolve_plain(&digits_only), Scalar::Integer(_) | Scalar::Float(_));
    has_underscores.then(|| format!("{sign}{digits_only}"))
}

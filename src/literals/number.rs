//! Reads numbers in YAML notation (TOSCA 2.0 §9.1.1.2, §9.1.1.3).

use std::str::FromStr as _;

use bigdecimal::BigDecimal;
use bigdecimal::num_bigint::BigInt;

/// The longest number that is computed exactly, in bytes of its text and in decimal places.
const MAX_DIGITS: usize = 1_000;

/// An integer literal as a 64-bit number, or `None` if it does not fit.
pub(crate) fn integer(text: &str) -> Option<i64> {
    if let Some(digits) = text.strip_prefix("0x") {
        return i64::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return i64::from_str_radix(digits, 8).ok();
    }
    text.parse().ok()
}

/// An integer or float literal as a 64-bit float; numbers that are too large become infinite.
pub(crate) fn float(text: &str) -> f64 {
    match text.trim_start_matches(['+', '-']) {
        ".inf" | ".Inf" | ".INF" => {
            return if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY };
        }
        ".nan" | ".NaN" | ".NAN" => return f64::NAN,
        _ => {}
    }
    if text.starts_with("0x") || text.starts_with("0o") {
        return exact(text).and_then(|number| number.to_string().parse().ok()).unwrap_or(f64::INFINITY);
    }
    text.parse().unwrap_or(f64::NAN)
}

/// An integer or float literal exactly, or `None` for infinity, not-a-number and numbers of too many digits.
pub(crate) fn exact(text: &str) -> Option<BigDecimal> {
    if text.len() > MAX_DIGITS {
        return None;
    }
    // Most numbers are small.
    if let Ok(number) = text.parse::<i64>() {
        return Some(number.into());
    }
    let radix = |digits: &str, radix: u32| {
        BigInt::parse_bytes(digits.as_bytes(), radix).map(|number| BigDecimal::new(number, 0))
    };
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    if let Some((_, exponent)) = text.split_once(['e', 'E']) {
        let size: i64 = exponent.parse().ok()?;
        if size.unsigned_abs() > MAX_DIGITS as u64 {
            return None;
        }
    }
    // YAML allows `1.` as well as `.5`.
    let text = text.strip_suffix('.').unwrap_or(text);
    BigDecimal::from_str(text).ok()
}

/// The 64-bit float nearest to an exact number.
pub(crate) fn to_float(number: &BigDecimal) -> f64 {
    number.to_scientific_notation().parse().unwrap_or(f64::NAN)
}

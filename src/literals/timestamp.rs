//! Reads and orders timestamps (TOSCA 2.0 §9.1.2.1, RFC 3339).

use std::cmp::Ordering;

/// A point in time, compared by its instant in UTC.
#[derive(Clone, Debug)]
pub struct Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    pub seconds: i64,
    /// The digits after the decimal point of the second, without trailing zeros.
    pub fraction: String,
    /// The text as written.
    pub text: String,
}

/// Why a text is not a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampError {
    /// It does not have the form of RFC 3339.
    Form,
    /// Only the offset is missing.
    NoOffset,
    /// The part of this name is out of range.
    Range(&'static str),
}

/// What is legal in a timestamp, but probably not intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampNote {
    /// A date without time.
    DateOnly,
    /// A second 60 that cannot be a leap second.
    NoLeapSecond,
}

impl Timestamp {
    /// Reads `text`.
    pub fn parse(text: &str) -> Result<(Self, Option<TimestampNote>), TimestampError> {
        let mut remaining = text;
        let year = digits(&mut remaining, 4)?;
        expect(&mut remaining, "-")?;
        let month = digits(&mut remaining, 2)?;
        expect(&mut remaining, "-")?;
        let day = digits(&mut remaining, 2)?;
        if !(1..=12).contains(&month) {
            return Err(TimestampError::Range("month"));
        }
        if day < 1 || day > days_in_month(year, month) {
            return Err(TimestampError::Range("day"));
        }
        let days = days_since_1970(year, month, day);
        if remaining.is_empty() {
            let timestamp = Self { seconds: days * 86_400, fraction: String::new(), text: text.to_owned() };
            return Ok((timestamp, Some(TimestampNote::DateOnly)));
        }
        remaining = remaining.strip_prefix(['T', 't']).ok_or(TimestampError::Form)?;
        let hour = digits(&mut remaining, 2)?;
        expect(&mut remaining, ":")?;
        let minute = digits(&mut remaining, 2)?;
        expect(&mut remaining, ":")?;
        let second = digits(&mut remaining, 2)?;
        let mut fraction = String::new();
        if let Some(after_point) = remaining.strip_prefix('.') {
            remaining = after_point.trim_start_matches(|c: char| c.is_ascii_digit());
            let written = after_point.strip_suffix(remaining).unwrap_or_default();
            if written.is_empty() {
                return Err(TimestampError::Form);
            }
            written.trim_end_matches('0').clone_into(&mut fraction);
        }
        let offset = offset(remaining)?;
        for (value, max, name) in [(hour, 23, "hour"), (minute, 59, "minute"), (second, 60, "second")] {
            if value > max {
                return Err(TimestampError::Range(name));
            }
        }
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60;
        // A leap second is the last one of a month in UTC.
        let note = (second == 60 && !starts_month(seconds)).then_some(TimestampNote::NoLeapSecond);
        Ok((Self { seconds, fraction, text: text.to_owned() }, note))
    }

    /// Compares two instants.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        // Digits after a decimal point compare like text.
        (self.seconds, &self.fraction).cmp(&(other.seconds, &other.fraction))
    }
}

/// Takes a number of exactly `count` digits from the start of `remaining`.
fn digits(remaining: &mut &str, count: usize) -> Result<i64, TimestampError> {
    let (number, after) = remaining.split_at_checked(count).ok_or(TimestampError::Form)?;
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(TimestampError::Form);
    }
    *remaining = after;
    number.parse().map_err(|_| TimestampError::Form)
}

/// Takes `text` from the start of `remaining`.
fn expect(remaining: &mut &str, text: &str) -> Result<(), TimestampError> {
    *remaining = remaining.strip_prefix(text).ok_or(TimestampError::Form)?;
    Ok(())
}

/// The offset from UTC in minutes.
fn offset(zone: &str) -> Result<i64, TimestampError> {
    match zone {
        "" => return Err(TimestampError::NoOffset),
        "Z" | "z" => return Ok(0),
        _ => {}
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let mut remaining = zone.strip_prefix(['+', '-']).ok_or(TimestampError::Form)?;
    let hours = digits(&mut remaining, 2)?;
    expect(&mut remaining, ":")?;
    let minutes = digits(&mut remaining, 2)?;
    if !remaining.is_empty() {
        return Err(TimestampError::Form);
    }
    if hours > 23 || minutes > 59 {
        return Err(TimestampError::Range("offset"));
    }
    Ok(sign * (hours * 60 + minutes))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && year % 100 != 0 || year % 400 == 0
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let years = year - 1;
    let to_year = years * 365 + years / 4 - years / 100 + years / 400;
    let in_year: i64 = (1..month).map(|month| days_in_month(year, month)).sum();
    // This calendar has 719,162 days before 1970. The year 0 is a leap year before the year 1.
    let before_year = if year == 0 { -366 } else { to_year };
    before_year + in_year + day - 1 - 719_162
}

/// Whether a second 60, counted as the next second, is the first of a month.
fn starts_month(seconds: i64) -> bool {
    if seconds.rem_euclid(86_400) != 0 {
        return false;
    }
    let days = seconds.div_euclid(86_400);
    // Years of 365 days overestimate the year; the range makes up for it.
    let year = 1970 + days.div_euclid(365) - 30;
    (year..year + 32).any(|year| (1..=12).any(|month| days_since_1970(year.max(0), month, 1) == days))
}

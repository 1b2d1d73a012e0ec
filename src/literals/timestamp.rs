//! Timestamps (TOSCA 2.0 §9.1.2.1, RFC 3339).

use std::cmp::Ordering;

/// A moment, compared by its instant in UTC.
#[derive(Clone, Debug)]
pub struct Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    pub seconds: i64,
    /// The digits behind the decimal point of the second, without trailing zeros.
    pub fraction: String,
    /// As it is written.
    pub text: String,
}

/// What can be wrong with a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampFault {
    /// It has not the form of RFC 3339.
    Form,
    /// Only the offset is missing.
    NoOffset,
    /// A part is out of its range: which.
    Range(&'static str),
}

/// What is legal, but worth a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampNote {
    /// A date without time.
    DateOnly,
    /// A second 60 that cannot be a leap second.
    NoLeapSecond,
}

impl Timestamp {
    /// Reads `text`.
    pub fn parse(text: &str) -> Result<(Self, Option<TimestampNote>), TimestampFault> {
        let mut rest = text;
        let year = digits(&mut rest, 4).ok_or(TimestampFault::Form)?;
        expect(&mut rest, "-").ok_or(TimestampFault::Form)?;
        let month = digits(&mut rest, 2).ok_or(TimestampFault::Form)?;
        expect(&mut rest, "-").ok_or(TimestampFault::Form)?;
        let day = digits(&mut rest, 2).ok_or(TimestampFault::Form)?;
        if !(1..=12).contains(&month) {
            return Err(TimestampFault::Range("month"));
        }
        if day < 1 || day > days_of(year, month) {
            return Err(TimestampFault::Range("day"));
        }
        let days = days_before(year, month, day);
        if rest.is_empty() {
            let timestamp = Self { seconds: days * 86_400, fraction: String::new(), text: text.to_owned() };
            return Ok((timestamp, Some(TimestampNote::DateOnly)));
        }
        if !rest.starts_with(['T', 't']) {
            return Err(TimestampFault::Form);
        }
        rest = &rest[1..];
        let hour = digits(&mut rest, 2).ok_or(TimestampFault::Form)?;
        expect(&mut rest, ":").ok_or(TimestampFault::Form)?;
        let minute = digits(&mut rest, 2).ok_or(TimestampFault::Form)?;
        expect(&mut rest, ":").ok_or(TimestampFault::Form)?;
        let second = digits(&mut rest, 2).ok_or(TimestampFault::Form)?;
        let mut fraction = String::new();
        if let Some(after) = rest.strip_prefix('.') {
            let length = after.bytes().take_while(u8::is_ascii_digit).count();
            if length == 0 {
                return Err(TimestampFault::Form);
            }
            after[..length].trim_end_matches('0').clone_into(&mut fraction);
            rest = &after[length..];
        }
        let offset = offset(rest)?;
        for (value, most, name) in [(hour, 23, "hour"), (minute, 59, "minute"), (second, 60, "second")] {
            if value > most {
                return Err(TimestampFault::Range(name));
            }
        }
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60;
        // A leap second is the last of a month in UTC.
        let note = (second == 60 && !ends_month(seconds)).then_some(TimestampNote::NoLeapSecond);
        Ok((Self { seconds, fraction, text: text.to_owned() }, note))
    }

    /// Earlier or later.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        // Digits behind a point compare like text.
        (self.seconds, &self.fraction).cmp(&(other.seconds, &other.fraction))
    }
}

fn digits(rest: &mut &str, count: usize) -> Option<i64> {
    let head = rest.get(..count)?;
    if !head.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    *rest = &rest[count..];
    head.parse().ok()
}

fn expect(rest: &mut &str, text: &str) -> Option<()> {
    *rest = rest.strip_prefix(text)?;
    Some(())
}

/// The offset from UTC in minutes.
fn offset(rest: &str) -> Result<i64, TimestampFault> {
    match rest {
        "" => return Err(TimestampFault::NoOffset),
        "Z" | "z" => return Ok(0),
        _ => {}
    }
    let sign = if rest.starts_with('-') { -1 } else { 1 };
    let mut rest = rest.strip_prefix(['+', '-']).ok_or(TimestampFault::Form)?;
    let hours = digits(&mut rest, 2).ok_or(TimestampFault::Form)?;
    expect(&mut rest, ":").ok_or(TimestampFault::Form)?;
    let minutes = digits(&mut rest, 2).ok_or(TimestampFault::Form)?;
    if !rest.is_empty() {
        return Err(TimestampFault::Form);
    }
    if hours > 23 || minutes > 59 {
        return Err(TimestampFault::Range("offset"));
    }
    Ok(sign * (hours * 60 + minutes))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && year % 100 != 0 || year % 400 == 0
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let years = year - 1;
    let to_year = years * 365 + years / 4 - years / 100 + years / 400;
    let in_year: i64 = (1..month).map(|month| days_of(year, month)).sum();
    // 719,162 days lie before 1970 in this calendar; the year 0 is a leap year before the year 1.
    let before_one = if year == 0 { -366 } else { to_year };
    before_one + in_year + day - 1 - 719_162
}

/// Whether a second 60, counted as the next second, is the first of a month.
fn ends_month(seconds: i64) -> bool {
    if seconds.rem_euclid(86_400) != 0 {
        return false;
    }
    let days = seconds.div_euclid(86_400);
    // Only the month matters: the first day of some month of some year.
    let year = 1970 + days.div_euclid(365) - 30;
    (year..year + 32).any(|year| (1..=12).any(|month| days_before(year.max(0), month, 1) == days))
}

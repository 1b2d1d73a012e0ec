//! Reads and orders versions (TOSCA 2.0 §9.1.2.3).

use std::cmp::Ordering;

/// A version, `major.minor[.fix[.qualifier[-build]]]`.
#[derive(Clone, Debug)]
pub struct Version {
    numbers: [u64; 3],
    qualifier: Option<(String, Option<u64>)>,
    /// The text as written.
    pub text: String,
}

impl Version {
    /// Reads `text`; numbers beyond 64 bits become the greatest 64-bit number.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if !is_version(text) {
            return None;
        }
        let mut parts = text.splitn(4, '.');
        let mut number = || parts.next().map_or(0, |part| part.parse().unwrap_or(u64::MAX));
        let numbers = [number(), number(), number()];
        let qualifier = parts.next().map(|part| match part.split_once('-') {
            Some((word, build)) => (word.to_owned(), Some(build.parse().unwrap_or(u64::MAX))),
            None => (part.to_owned(), None),
        });
        Some(Self { numbers, qualifier, text: text.to_owned() })
    }

    /// Compares two versions; `None` for different qualifiers of one version, which have no order.
    ///
    /// A missing fix version counts as 0. A version with a qualifier is older than the version without one, and
    /// a missing build is older than any build.
    #[must_use]
    pub fn order(&self, other: &Self) -> Option<Ordering> {
        let numbers = self.numbers.cmp(&other.numbers);
        if numbers != Ordering::Equal {
            return Some(numbers);
        }
        match (&self.qualifier, &other.qualifier) {
            (None, None) => Some(Ordering::Equal),
            (Some(_), None) => Some(Ordering::Less),
            (None, Some(_)) => Some(Ordering::Greater),
            (Some((word, build)), Some((other_word, other_build))) => {
                (word == other_word).then(|| build.cmp(other_build))
            }
        }
    }
}

/// Whether `text` has the form `major.minor[.fix[.qualifier[-build]]]`.
#[must_use]
pub fn is_version(text: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let mut parts = text.splitn(4, '.');
    let (Some(major), Some(minor)) = (parts.next(), parts.next()) else {
        return false;
    };
    if !number(major) || !number(minor) {
        return false;
    }
    let Some(fix) = parts.next() else { return true };
    if !number(fix) {
        return false;
    }
    let Some(qualifier) = parts.next() else { return true };
    let (word, build) = match qualifier.split_once('-') {
        Some((word, build)) => (word, Some(build)),
        None => (qualifier, None),
    };
    !word.is_empty()
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && build.is_none_or(number)
}

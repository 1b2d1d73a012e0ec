//! Versions (TOSCA 2.0 §9.1.2.3).

use std::cmp::Ordering;

/// `major.minor[.fix[.qualifier[-build]]]`
#[derive(Clone, Debug)]
pub struct Version {
    numbers: [u64; 3],
    qualifier: Option<(String, Option<u64>)>,
    /// As it is written.
    pub text: String,
}

impl Version {
    /// Reads `text`; numbers beyond 64 bits are read as the greatest one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if !crate::grammar::is_version(text) {
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

    /// Older or newer; none for different qualifiers of one version, which have no order. A missing fix
    /// version counts as 0, a version with a qualifier is older than one without, and a missing build is
    /// older than any.
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
            (Some((one, build)), Some((other, other_build))) if one == other => Some(build.cmp(other_build)),
            (Some(_), Some(_)) => None,
        }
    }
}

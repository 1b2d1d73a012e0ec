//! Scalars: a number and its unit (TOSCA 2.0 §9.1.2.2), computed exactly.

use std::sync::{Arc, OnceLock};

use bigdecimal::BigDecimal;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::base::FileId;
use crate::yaml::{Scalar as Written, resolve_plain};

/// A number with a unit.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// The number in the canonical unit.
    pub amount: BigDecimal,
    /// The number as it is written, before conversion.
    pub number: BigDecimal,
    /// The units of its type.
    pub units: Arc<Units>,
    /// As it is written.
    pub text: String,
}

/// A scalar type: the file that defines it, and its index among the types of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScalarTypeId {
    /// The file.
    pub file: FileId,
    /// The index.
    pub index: u32,
}

/// The units of a scalar type, inherited ones included.
#[derive(Debug)]
pub struct Units {
    /// The type.
    pub data_type: ScalarTypeId,
    /// The type at the top of its family, below `scalar`: scalars of one family can be compared.
    pub family: ScalarTypeId,
    /// Whether numbers are integers, and not floats.
    pub has_integers: bool,
    /// Multipliers by unit, without prefixes.
    bare: Multipliers,
    /// Multipliers by prefix.
    prefixes: Multipliers,
    canonical: OnceLock<Option<Box<str>>>,
}

/// Multipliers by name; `None` for those that no exact number can express.
pub type Multipliers = IndexMap<Box<str>, Option<BigDecimal>, FxBuildHasher>;

/// What can be wrong with a scalar literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScalarFault {
    /// There is no number.
    NoNumber,
    /// There is no unit.
    NoUnit,
    /// The unit, as it is written, is none of the type.
    UnknownUnit(String),
}

/// A literal taken apart.
#[derive(Clone, Debug)]
pub struct Parts<'t> {
    /// The number as it is written.
    pub number: &'t str,
    /// The unit.
    pub unit: &'t str,
    /// Whether there is white space between the two.
    pub spaced: bool,
}

impl Units {
    /// The units of `data_type`, with multipliers by unit and by prefix.
    #[must_use]
    pub fn new(
        data_type: ScalarTypeId,
        family: ScalarTypeId,
        has_integers: bool,
        bare: Multipliers,
        prefixes: Multipliers,
    ) -> Self {
        Self { data_type, family, has_integers, bare, prefixes, canonical: OnceLock::new() }
    }

    /// How many of the canonical unit `unit` is.
    #[must_use]
    pub fn factor(&self, unit: &str) -> Option<BigDecimal> {
        if self.prefixes.is_empty() {
            return self.bare.get(unit)?.clone();
        }
        self.bare.iter().find_map(|(name, factor)| {
            let prefix = unit.strip_suffix(&**name)?;
            let times = self.prefixes.get(prefix)?;
            Some(factor.as_ref()? * times.as_ref()?)
        })
    }

    /// All full units.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        if self.prefixes.is_empty() {
            return self.bare.keys().map(|name| (**name).to_owned()).collect();
        }
        let units = self.bare.keys();
        units.flat_map(|unit| self.prefixes.keys().map(move |prefix| format!("{prefix}{unit}"))).collect()
    }

    /// The first full unit whose multiplier is 1: numbers without unit count in it.
    #[must_use]
    pub fn canonical(&self) -> Option<&str> {
        let one = BigDecimal::from(1);
        let is_one = |unit: &String| self.factor(unit).is_some_and(|factor| factor == one);
        let canonical = || self.names().into_iter().find(is_one).map(String::into_boxed_str);
        self.canonical.get_or_init(canonical).as_deref()
    }

    /// Takes a literal apart: a number in YAML notation, white space, a unit.
    pub fn split<'t>(&self, text: &'t str) -> Result<Parts<'t>, ScalarFault> {
        let trimmed = text.trim();
        if let Some(at) = trimmed.find(char::is_whitespace) {
            let (number, unit) = (&trimmed[..at], trimmed[at..].trim_start());
            if !is_number(number) {
                return Err(ScalarFault::NoNumber);
            }
            return Ok(Parts { number, unit, spaced: true });
        }
        // Without white space the longest beginning that is a number counts, if a unit follows.
        if is_number(trimmed) {
            return Err(ScalarFault::NoUnit);
        }
        let starts = trimmed.char_indices().map(|(at, _)| at).skip(1).collect::<Vec<_>>();
        let numbers = starts.into_iter().rev().filter(|&at| is_number(&trimmed[..at]));
        let mut first = None;
        for at in numbers.take(64) {
            let parts = Parts { number: &trimmed[..at], unit: &trimmed[at..], spaced: false };
            if self.factor(parts.unit).is_some() {
                return Ok(parts);
            }
            first = first.or(Some(parts));
        }
        first.ok_or(ScalarFault::NoNumber)
    }
}

fn is_number(text: &str) -> bool {
    matches!(resolve_plain(text), Written::Integer(_) | Written::Float(_))
}

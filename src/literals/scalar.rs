//! Scalars: a number with a unit (TOSCA 2.0 §9.1.2.2), computed exactly.

use std::sync::{Arc, OnceLock};

use bigdecimal::{BigDecimal, ToPrimitive as _};

use crate::base::{FileId, IndexMap};
use crate::yaml::{Scalar as Written, resolve_plain};

use super::{number, print};

/// How many beginnings of a literal without space are tried as its number.
const MAX_TRIED_NUMBERS: usize = 64;

/// A number with a unit.
#[derive(Clone, Debug)]
pub struct ScalarValue {
    /// The number in the canonical unit.
    pub amount: BigDecimal,
    /// The number as written, before conversion.
    pub number: BigDecimal,
    /// The units of the type.
    pub units: Arc<Units>,
    /// The text as written.
    pub text: String,
}

/// A scalar type: the file that defines it, and its index among the definitions of the file.
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
    /// The type at the top of the family, just below `scalar`: scalars of one family can be compared.
    pub family: ScalarTypeId,
    /// Whether the numbers are integers, not floats.
    pub has_integers: bool,
    /// Multipliers by unit, without prefix.
    bare: Multipliers,
    prefixes: Multipliers,
    canonical: OnceLock<Option<Box<str>>>,
}

/// Multipliers by name; `None` if the multiplier is not an exact number.
pub type Multipliers = IndexMap<Box<str>, Option<BigDecimal>>;

/// Why a text is not a scalar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScalarError {
    /// It does not start with a number.
    NoNumber,
    /// It has no unit.
    NoUnit,
    /// The type does not have the unit, given as written.
    UnknownUnit(String),
    /// The type has integers, and the number is not one.
    Fraction,
    /// The type has integers, and the number does not fit into 64 bits.
    TooLarge,
    /// The number cannot be computed exactly.
    NotExact,
}

/// What is legal in a scalar, but probably not intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarNote {
    /// No space before the unit.
    NoSpace,
    /// An integer that does not fit into 64 bits in the canonical unit.
    TooLargeAmount,
}

/// The parts of a scalar literal.
#[derive(Clone, Debug)]
pub struct ScalarParts<'t> {
    /// The number as written.
    pub number: &'t str,
    /// The unit.
    pub unit: &'t str,
    /// Whether there is a space between the two.
    pub has_space: bool,
}

impl ScalarValue {
    /// Whether the types of two scalars are of one family.
    #[must_use]
    pub fn is_comparable_with(&self, other: &ScalarValue) -> bool {
        self.units.family == other.units.family
    }

    /// Reads a literal of the type that has `units`.
    pub fn parse(text: &str, units: &Arc<Units>) -> Result<(Self, Option<ScalarNote>), ScalarError> {
        let parts = units.split(text)?;
        let factor =
            units.factor(parts.unit).ok_or_else(|| ScalarError::UnknownUnit(parts.unit.to_owned()))?;
        if units.has_integers {
            if !matches!(resolve_plain(parts.number), Written::Integer(_)) {
                return Err(ScalarError::Fraction);
            }
            number::integer(parts.number).ok_or(ScalarError::TooLarge)?;
        }
        let number = number::exact(parts.number).ok_or(ScalarError::NotExact)?;
        let amount = &number * factor;
        let note = if units.has_integers && amount.to_i64().is_none() {
            Some(ScalarNote::TooLargeAmount)
        } else {
            (!parts.has_space).then_some(ScalarNote::NoSpace)
        };
        Ok((Self { amount, number, units: Arc::clone(units), text: text.to_owned() }, note))
    }

    /// A scalar of the type that has `units`, with an amount in the canonical unit.
    #[must_use]
    pub fn of_amount(amount: BigDecimal, units: &Arc<Units>) -> Self {
        // Without a canonical unit no literal expresses the amount.
        let text = match units.canonical() {
            Some(unit) => format!("{} {unit}", print::decimal(&amount)),
            None => amount.to_string(),
        };
        Self { number: amount.clone(), amount, units: Arc::clone(units), text }
    }
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

    /// How many of the canonical unit one `unit` is.
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

    /// The first full unit with the multiplier 1, in which numbers without unit are counted.
    #[must_use]
    pub fn canonical(&self) -> Option<&str> {
        let one = BigDecimal::from(1);
        let is_one = |unit: &String| self.factor(unit).is_some_and(|factor| factor == one);
        let canonical = || self.names().into_iter().find(is_one).map(String::into_boxed_str);
        self.canonical.get_or_init(canonical).as_deref()
    }

    /// Splits a literal into its number in YAML notation and its unit.
    pub fn split<'t>(&self, text: &'t str) -> Result<ScalarParts<'t>, ScalarError> {
        let trimmed = text.trim();
        if let Some((number, unit)) = trimmed.split_once(char::is_whitespace) {
            if !is_number(number) {
                return Err(ScalarError::NoNumber);
            }
            return Ok(ScalarParts { number, unit: unit.trim_start(), has_space: true });
        }
        if is_number(trimmed) {
            return Err(ScalarError::NoUnit);
        }
        // Without a space, the longest beginning counts that is a number before a unit.
        let ends = trimmed.char_indices().map(|(end, _)| end).skip(1).collect::<Vec<_>>();
        let splits = ends.into_iter().rev().filter_map(|end| trimmed.split_at_checked(end));
        let mut longest = None;
        for (number, unit) in splits.filter(|(number, _)| is_number(number)).take(MAX_TRIED_NUMBERS) {
            let parts = ScalarParts { number, unit, has_space: false };
            if self.factor(unit).is_some() {
                return Ok(parts);
            }
            longest = longest.or(Some(parts));
        }
        longest.ok_or(ScalarError::NoNumber)
    }
}

fn is_number(text: &str) -> bool {
    matches!(resolve_plain(text), Written::Integer(_) | Written::Float(_))
}

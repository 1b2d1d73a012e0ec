//! Scalars: a number and its unit (TOSCA 2.0 §9.1.2.2), computed exactly.

use bigdecimal::BigDecimal;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::derive::{Body, Type, TypeRef, Types};
use crate::literals::{BuiltIn, number};
use crate::resolve::DefinitionId;
use crate::syntax;
use crate::yaml::{Node, Scalar as Written, resolve_plain};

/// A number with a unit.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// The number in the canonical unit.
    pub amount: BigDecimal,
    /// The number as it is written, before conversion.
    pub number: BigDecimal,
    /// The type at the top of its family, below `scalar`: scalars of one family can be compared.
    pub family: DefinitionId,
    /// Its own type.
    pub of: DefinitionId,
    /// As it is written.
    pub text: String,
}

/// The units of a scalar type, inherited ones included.
#[derive(Clone, Debug)]
pub struct Units<'g> {
    bare: UnitNodes<'g>,
    prefixes: UnitNodes<'g>,
    /// The type at the top of the family.
    pub family: DefinitionId,
    /// The type of the number.
    pub number: TypeRef,
}

/// Multipliers by unit. They are read when they are needed: of many, a literal needs one or two.
type UnitNodes<'g> = IndexMap<&'g str, Node<'g>, FxBuildHasher>;

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

impl<'g> Units<'g> {
    /// The units of a scalar type; none where they are not known.
    #[must_use]
    pub fn of(types: &Types<'g>, of: &Type<'g>) -> Option<Self> {
        if of.built_in != Some(BuiltIn::Scalar) {
            return None;
        }
        let family = types.lineage(of).last()?.id;
        let mut found = Self {
            bare: UnitNodes::default(),
            prefixes: UnitNodes::default(),
            family,
            number: Self::number_of(types, of),
        };
        for layer in types.unit_layers(of) {
            let add = |list: &mut UnitNodes<'g>, units: Option<&syntax::Units>| {
                for (name, factor) in units.into_iter().flat_map(|units| &units.entries) {
                    let factor = layer.tree.node(*factor);
                    if matches!(factor.scalar(), Some(Written::Integer(_) | Written::Float(_))) {
                        list.entry(layer.tree.node(*name).text()).or_insert(factor);
                    }
                }
            };
            add(&mut found.bare, layer.units);
            add(&mut found.prefixes, layer.prefixes);
        }
        (!found.bare.is_empty()).then_some(found)
    }

    /// The type of the number of a scalar type: `float` unless it is said.
    #[must_use]
    pub fn number_of(types: &Types<'g>, of: &Type<'g>) -> TypeRef {
        let named = types.lineage(of).find_map(|ancestor| match ancestor.body {
            Body::Data(body) => body.data_type.map(|name| ancestor.key.tree().node(name.node)),
            _ => None,
        });
        named.map_or(TypeRef::BuiltIn(BuiltIn::Float), |node| types.meaning(node))
    }

    /// How many of the canonical unit `unit` is.
    #[must_use]
    pub fn factor(&self, unit: &str) -> Option<BigDecimal> {
        if self.prefixes.is_empty() {
            return multiplier(*self.bare.get(unit)?);
        }
        self.bare.iter().find_map(|(name, factor)| {
            let prefix = unit.strip_suffix(name)?;
            let times = self.prefixes.get(prefix)?;
            Some(multiplier(*factor)? * multiplier(*times)?)
        })
    }

    /// All full units.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        if self.prefixes.is_empty() {
            return self.bare.keys().map(|name| (*name).to_owned()).collect();
        }
        let prefixed = |unit: &&str| {
            let unit = (*unit).to_owned();
            self.prefixes.keys().map(move |prefix| format!("{prefix}{unit}")).collect::<Vec<_>>()
        };
        self.bare.keys().flat_map(prefixed).collect()
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

/// The value of a multiplier.
fn multiplier(node: Node<'_>) -> Option<BigDecimal> {
    match node.scalar()? {
        Written::Integer(text) | Written::Float(text) => number::exact(text),
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    matches!(resolve_plain(text), Written::Integer(_) | Written::Float(_))
}

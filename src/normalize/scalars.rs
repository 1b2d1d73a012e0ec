//! Converts scalars to the canonical unit of their type (TOSCA 2.0 §9.1.2.2).

use bigdecimal::{BigDecimal, ToPrimitive as _};

use crate::literals;
use crate::model::types::{Body, TypeRef, TypeView, Types};

/// The canonical unit of a scalar type.
pub(super) struct Unit {
    name: String,
    /// Whether numbers are integers.
    integers: bool,
    /// Whether a condition validates numbers before the conversion; then they are not converted.
    is_validated: bool,
}

/// Returns the canonical unit of a scalar type, or `None` if it is unknown.
pub(super) fn unit_of<'g>(types: &'g Types, ty: TypeView<'g>) -> Option<Unit> {
    let units = types.units(ty)?;
    let named = types.lineage(ty).find_map(|ancestor| match ancestor.body() {
        Body::Data(body) => body.canonical_unit.map(|name| ancestor.key().tree().node(name.0).text()),
        _ => None,
    });
    let one = BigDecimal::from(1);
    let is_one = |unit: &&str| units.factor(unit).is_some_and(|factor| factor == one);
    let name = named.filter(is_one).or_else(|| units.canonical())?.to_owned();
    let is_validated = !matches!(types.number_type(ty), TypeRef::BuiltIn(_));
    Some(Unit { name, integers: units.has_integers, is_validated })
}

/// Returns the number and the unit of a scalar: in the canonical unit if the number is representable in it.
pub(super) fn canonical(unit: Option<&Unit>, scalar: &literals::ScalarValue) -> (String, String) {
    if let Some(unit) = unit {
        let fits = !unit.integers || scalar.amount.is_integer() && scalar.amount.to_i64().is_some();
        if fits && !unit.is_validated {
            return (literals::decimal(&scalar.amount.normalized()), unit.name.clone());
        }
    }
    match scalar.units.split(&scalar.text) {
        Ok(parts) => (parts.number.to_owned(), parts.unit.to_owned()),
        Err(_) => (scalar.text.clone(), String::new()),
    }
}

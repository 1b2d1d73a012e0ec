//! Units of scalar types (TOSCA 2.0 §9.1.2.2).

use std::sync::Arc;

use crate::derive::{Body, Type, TypeRef, Types};
use crate::literals::{BuiltIn, Multipliers, ScalarTypeId, Units, number};
use crate::resolve::DefinitionId;
use crate::syntax;
use crate::yaml::Scalar as Written;

impl From<DefinitionId> for ScalarTypeId {
    fn from(id: DefinitionId) -> Self {
        Self { file: id.file, index: id.index }
    }
}

impl From<ScalarTypeId> for DefinitionId {
    fn from(id: ScalarTypeId) -> Self {
        Self { file: id.file, index: id.index }
    }
}

/// The units of a scalar type; none where they are not known.
#[must_use]
pub fn units_of<'g>(types: &Types<'g>, of: &Type<'g>) -> Option<Arc<Units>> {
    if of.built_in != Some(BuiltIn::Scalar) {
        return None;
    }
    let family = types.lineage(of).last()?.id;
    let has_integers = types.is_one_of(number_type_of(types, of), &[BuiltIn::Integer]) == Some(true);
    let (mut units, mut prefixes) = (Multipliers::default(), Multipliers::default());
    for layer in types.unit_layers(of) {
        let add = |list: &mut Multipliers, units: Option<&syntax::Units>| {
            for (name, factor) in units.into_iter().flat_map(|units| &units.entries) {
                if let Some(Written::Integer(factor) | Written::Float(factor)) =
                    layer.tree.node(*factor).scalar()
                {
                    let name = layer.tree.node(*name).text();
                    list.entry(name.into()).or_insert_with(|| number::exact(factor));
                }
            }
        };
        add(&mut units, layer.units);
        add(&mut prefixes, layer.prefixes);
    }
    let is_empty = units.is_empty();
    let units = Units::new(of.id.into(), family.into(), has_integers, units, prefixes);
    (!is_empty).then(|| Arc::new(units))
}

/// The type of the number of a scalar type: `float` unless it is said.
#[must_use]
pub fn number_type_of<'g>(types: &Types<'g>, of: &Type<'g>) -> TypeRef {
    let named = types.lineage(of).find_map(|ancestor| match ancestor.body {
        Body::Data(body) => body.data_type.map(|name| ancestor.key.tree().node(name.node)),
        _ => None,
    });
    named.map_or(TypeRef::BuiltIn(BuiltIn::Float), |node| types.meaning(node))
}

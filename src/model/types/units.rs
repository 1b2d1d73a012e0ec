//! Finds the units of scalar types (TOSCA 2.0 §9.1.2.2).

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::keynames::Slot;
use crate::literals::{self, BuiltIn, Multipliers, ScalarTypeId, number};
use crate::model::Truth;
use crate::resolve::DefinitionId;
use crate::syntax::UnitMap;
use crate::yaml::{Scalar, Tree, YamlNode};

use super::store::{Body, TypeRef, Types};
use super::view::TypeView;

/// The units of each scalar type, collected at the first use.
pub(super) type UnitTables = FxHashMap<DefinitionId, OnceLock<Option<Arc<literals::Units>>>>;

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

/// The units and prefixes that one type defines.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct UnitLayer<'g> {
    /// The tree of its file.
    pub tree: &'g Tree,
    /// The units.
    pub units: Option<&'g UnitMap>,
    /// The prefixes of units.
    pub prefixes: Option<&'g UnitMap>,
}

impl Types {
    /// Returns the units of a scalar type, including inherited ones, or `None` if they are not known.
    #[must_use]
    pub fn units(&self, scalar_type: TypeView<'_>) -> Option<&Arc<literals::Units>> {
        let tables = self.units.get_or_init(|| {
            let scalar_types = self.iter().filter(|ty| ty.built_in == Some(BuiltIn::Scalar));
            scalar_types.map(|scalar_type| (scalar_type.id, OnceLock::new())).collect()
        });
        tables.get(&scalar_type.id)?.get_or_init(|| self.merged_units(scalar_type).map(Arc::new)).as_ref()
    }

    /// Whether all units and prefixes of a scalar type and its ancestors could be read.
    #[must_use]
    pub fn has_all_units(&self, scalar_type: TypeView<'_>) -> bool {
        let is_read = |map: Slot<&UnitMap>| match map {
            Slot::Given(map) => !map.is_incomplete,
            Slot::Absent => true,
            Slot::Unreadable => false,
        };
        !scalar_type.is_incomplete
            && self.lineage(scalar_type).all(|ancestor| match ancestor.body() {
                Body::Data(body) => is_read(body.units()) && is_read(body.prefixes()),
                _ => true,
            })
    }

    fn merged_units(&self, scalar_type: TypeView<'_>) -> Option<literals::Units> {
        if !self.has_all_units(scalar_type) {
            return None;
        }
        let family = self.lineage(scalar_type).last()?.id;
        let number = self.number_type(scalar_type);
        let has_integers = self.is_one_of(number, &[BuiltIn::Integer]) == Truth::Yes;
        let (mut units, mut prefixes) = (Multipliers::default(), Multipliers::default());
        for layer in self.unit_layers(scalar_type) {
            let add = |list: &mut Multipliers, written: Option<&UnitMap>| {
                for (name, factor) in written.into_iter().flat_map(|units| &units.entries) {
                    let factor = layer.tree.node(*factor).scalar();
                    if let Some(Scalar::Integer(factor) | Scalar::Float(factor)) = factor {
                        let name = layer.tree.node(*name).text();
                        list.entry(name.into()).or_insert_with(|| number::exact(factor));
                    }
                }
            };
            add(&mut units, layer.units);
            add(&mut prefixes, layer.prefixes);
        }
        // Which units are meant is not known if there are prefixes for several.
        let has_units = !units.is_empty() && (prefixes.is_empty() || units.len() == 1);
        let ids = (scalar_type.id.into(), family.into());
        has_units.then(|| literals::Units::new(ids.0, ids.1, has_integers, units, prefixes))
    }

    /// Returns the number type of a scalar type: `float` unless the type or an ancestor names one.
    #[must_use]
    pub fn number_type(&self, scalar_type: TypeView<'_>) -> TypeRef {
        let named = self.lineage(scalar_type).find_map(|ancestor| match ancestor.body() {
            Body::Data(body) => body.data_type.map(|name| ancestor.tree().node(name.node)),
            _ => None,
        });
        named.map_or(TypeRef::BuiltIn(BuiltIn::Float), |node| self.meaning(node))
    }

    /// Returns the units of a scalar type and its ancestors, the topmost ancestor first. Earlier layers
    /// cannot be changed.
    #[must_use]
    pub fn unit_layers<'m>(&'m self, ty: TypeView<'m>) -> Vec<UnitLayer<'m>> {
        let data = |ancestor: TypeView<'m>| match ancestor.body() {
            Body::Data(body) => {
                let tree = ancestor.tree();
                let (units, prefixes) = (body.units.as_ref(), body.prefixes.as_ref());
                Some((UnitLayer { tree, units, prefixes }, tree.node(body.node)))
            }
            _ => None,
        };
        let mut layers: Vec<_> = self.lineage(ty).filter_map(data).collect();
        layers.reverse();
        let mut has_prefixes = false;
        let settled = layers.into_iter().map(|(mut layer, body)| {
            // In the spelling of the draft, symbols are prefixes if a suffix is inherited. A suffix, which is
            // lowered to a unit, is still a unit.
            let is_suffix = |units: &UnitMap| layer.tree.node(units.node).is_lowered();
            if has_prefixes
                && layer.prefixes.is_none()
                && layer.units.is_some_and(|units| !is_suffix(units))
                && is_draft(body)
            {
                layer.prefixes = layer.units.take();
            }
            has_prefixes |= layer.prefixes.is_some_and(|prefixes| !prefixes.entries.is_empty());
            layer
        });
        settled.collect()
    }
}

/// Returns whether a data type uses the spelling of the draft, which a dialect lowered.
pub(crate) fn is_draft(body: YamlNode<'_>) -> bool {
    body.entries().any(|(key, value)| key.is_lowered() || value.is_lowered())
}

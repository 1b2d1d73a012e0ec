//! Data types (TOSCA 2.0 §9.2) and scalar types (§9.1.2.2).

use crate::base::IndexMap;
use crate::model::types::{Body, BuiltIn, Schema, TypeRef, TypeView, Types, UnitLayer};
use crate::syntax::{DataType, UnitMap};
use crate::values::ValueType;
use crate::yaml::{NodeId, YamlNode};

use super::change::Impact;
use super::clauses::Clauses;
use super::comparison::{Comparison, Edit, Site};
use super::members::Family;
use super::type_relation::Typed;
use super::usage::Usage;
use super::values::{is_same_number, shown};

/// Returns what `read` finds in a type and its ancestors, nearest first.
fn layers<'g, T>(
    types: &'g Types,
    ty: TypeView<'g>,
    read: impl Fn(&'g DataType, TypeView<'g>) -> Option<T>,
) -> Vec<T> {
    let values = types.lineage(ty).filter_map(|ancestor| match ancestor.body() {
        Body::Data(body) => read(body, ancestor),
        _ => None,
    });
    values.collect()
}

fn nodes<'g>(
    types: &'g Types,
    ty: TypeView<'g>,
    read: impl Fn(&'g DataType) -> Option<NodeId>,
) -> Vec<YamlNode<'g>> {
    layers(types, ty, |body, ancestor| Some(ancestor.key().tree().node(read(body)?)))
}

/// Units or prefixes with their factors.
type Factors<'g> = IndexMap<&'g str, (YamlNode<'g>, YamlNode<'g>)>;

fn factors<'g>(
    types: &'g Types,
    ty: TypeView<'g>,
    read: impl Fn(&UnitLayer<'g>) -> Option<&'g UnitMap>,
) -> Factors<'g> {
    let mut factors = Factors::default();
    for layer in types.unit_layers(ty) {
        for &(name, factor) in read(&layer).map_or(&[][..], |units| &units.entries) {
            let name = layer.tree.node(name);
            factors.entry(name.text()).or_insert((name, layer.tree.node(factor)));
        }
    }
    factors
}

/// Returns the conditions of a data type, its own before inherited ones.
pub(super) fn clauses<'g>(types: &'g Types, ty: TypeView<'g>) -> Vec<YamlNode<'g>> {
    nodes(types, ty, |body| body.validation.map(|clause| clause.0))
}

impl<'g> Comparison<'g> {
    pub(super) fn data_types(&mut self, old: TypeView<'g>, new: TypeView<'g>, usage: Usage) {
        let (old_types, new_types) = (self.old, self.new);
        let keys = (old.key(), new.key());
        let of_type = |types: &'g Types, ty: TypeView<'g>| Clauses {
            nodes: clauses(types, ty),
            validated: Some(ValueType::Data(TypeRef::Defined(ty.id))),
        };
        self.clauses("validation", &of_type(old_types, old), &of_type(new_types, new), keys, usage);
        let schemas = |types: &'g Types, ty: TypeView<'g>, of_keys: bool| -> Vec<Schema<'g>> {
            types.schemas_of_type(TypeRef::Defined(ty.id), of_keys).collect()
        };
        for (of_keys, keyname) in [(true, "key_schema"), (false, "entry_schema")] {
            let (old_schemas, new_schemas) =
                (schemas(old_types, old, of_keys), schemas(new_types, new, of_keys));
            self.schemas(keyname, &old_schemas, &new_schemas, keys, usage);
        }
        self.scalars(old, new, usage);
    }

    fn scalars(&mut self, old: TypeView<'g>, new: TypeView<'g>, usage: Usage) {
        let (old_types, new_types) = (self.old, self.new);
        let number = |types: &'g Types, ty| {
            nodes(types, ty, |body| body.data_type.map(|name| name.node)).into_iter().next()
        };
        let (old_number, new_number) = (number(old_types, old), number(new_types, new));
        // Numbers are floats by default (9.1.2.2-13).
        let is_float = |types: &Types, name: Option<YamlNode<'g>>| {
            name.is_none_or(|name| types.type_use(name).meaning == TypeRef::BuiltIn(BuiltIn::Float))
        };
        let same_number = is_float(old_types, old_number) && is_float(new_types, new_number);
        let (old_number, new_number) = if same_number { (None, None) } else { (old_number, new_number) };
        self.within("number".to_owned(), |this| {
            let typed =
                |name, key| Typed { name, key, clauses: Clauses { nodes: Vec::new(), validated: None } };
            this.typed(&typed(old_number, old.key()), &typed(new_number, new.key()), usage);
        });
        let units = |types: &'g Types, ty| factors(types, ty, |layer| layer.units);
        self.factors("unit", "units", &units(old_types, old), &units(new_types, new), usage);
        let prefixes = |types: &'g Types, ty| factors(types, ty, |layer| layer.prefixes);
        self.factors("prefix", "prefixes", &prefixes(old_types, old), &prefixes(new_types, new), usage);
        let canonical = |types: &'g Types, ty| {
            nodes(types, ty, |body| body.canonical_unit.map(|name| name.0)).into_iter().next()
        };
        let (old_unit, new_unit) = (canonical(old_types, old), canonical(new_types, new));
        // The default is the unit of which one canonical unit consists.
        let effective = |types: &'g Types, ty: TypeView<'g>, named: Option<YamlNode<'g>>| {
            let implied = || types.units(ty)?.canonical().map(str::to_owned);
            named.map(|name| name.text().to_owned()).or_else(implied)
        };
        if effective(old_types, old, old_unit) != effective(new_types, new, new_unit) {
            let edit = Edit::changed(
                "canonical_unit",
                Site::new(old_unit, old.key()),
                Site::new(new_unit, new.key()),
            );
            let what = match (old_unit, new_unit) {
                (Some(old_unit), Some(new_unit)) => {
                    format!("has the canonical unit {} instead of {}", shown(new_unit), shown(old_unit))
                }
                (None, Some(new_unit)) => format!("now has the canonical unit {}", shown(new_unit)),
                (Some(old_unit), None) => format!("no longer has the canonical unit {}", shown(old_unit)),
                (None, None) => return,
            };
            let why = "values are stored, computed and presented in another unit";
            self.report(Impact::Breaking, &edit, what, why);
        }
    }

    fn factors(
        &mut self,
        noun: &'static str,
        keyname: &'static str,
        old: &Factors<'g>,
        new: &Factors<'g>,
        usage: Usage,
    ) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        let (impact, why) = usage.widened();
        self.members(
            old,
            new,
            &Family {
                noun,
                key: &|(name, _)| name,
                compare: &|this,
                           (_, old_factor): (YamlNode<'g>, YamlNode<'g>),
                           (_, new_factor): (YamlNode<'g>, YamlNode<'g>)| {
                    if !is_same_number(old_factor, new_factor) {
                        let edit = Edit::changed(keyname, Site::At(old_factor), Site::At(new_factor));
                        let what =
                            format!("has the factor {} instead of {}", shown(new_factor), shown(old_factor));
                        this.report(
                            Impact::Breaking,
                            &edit,
                            what,
                            "the same value means a different quantity",
                        );
                    }
                },
                added: &|_| (impact, why),
                removed: "values that use it are no longer valid",
            },
        );
    }
}

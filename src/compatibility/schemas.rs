//! Compares the schemas of keys, entries, arguments and results (TOSCA 2.0 §9.3).

use crate::model::types::{BuiltIn, Schema, TypeRef, Types};
use crate::values::ValueType;
use crate::yaml::YamlNode;

use super::clauses::Clauses;
use super::comparison::{Comparison, Edit, Site};
use super::type_relation::Typed;
use super::usage::Usage;
use super::values::shown;

impl<'g> Comparison<'g> {
    /// Compares the schemas of a keyname; each version's list begins with the nearest.
    pub(super) fn schemas(
        &mut self,
        keyname: &'static str,
        old: &[Schema<'g>],
        new: &[Schema<'g>],
        keys: (YamlNode<'g>, YamlNode<'g>),
        usage: Usage,
    ) {
        let site = |schemas: &[Schema<'g>], key| Site::new(schemas.first().map(|first| first.node()), key);
        let edit = Edit::changed(keyname, site(old, keys.0), site(new, keys.1));
        let type_name = |schemas: &[Schema<'g>]| {
            let name = schemas.iter().find_map(|schema| schema.data_type());
            name.map_or_else(|| "`?`".to_owned(), shown)
        };
        // Keys are strings by default.
        let is_implied = |types: &'g Types, schemas: &[Schema<'g>]| {
            keyname == "key_schema" && schemas.iter().all(|schema| is_plain_string(types, schema))
        };
        let implied = is_implied(self.old, old) && is_implied(self.new, new);
        self.within(keyname.replace('_', " "), |this| match (old.is_empty(), new.is_empty()) {
            (true, true) => {}
            _ if implied => {}
            (true, false) => {
                let (impact, why) = usage.narrowed_type();
                this.report(impact, &edit, format!("was added, of type {}", type_name(new)), why);
            }
            (false, true) => {
                let (impact, why) = usage.widened();
                this.report(impact, &edit, format!("was removed, of type {}", type_name(old)), why);
            }
            (false, false) => this.schema(old, new, usage),
        });
    }

    /// Compares two schemas.
    pub(super) fn schema(&mut self, old: &[Schema<'g>], new: &[Schema<'g>], usage: Usage) {
        let (Some(old_first), Some(new_first)) = (old.first(), new.first()) else { return };
        let keys = (old_first.node(), new_first.node());
        let type_name = |schemas: &[Schema<'g>]| schemas.iter().find_map(|schema| schema.data_type());
        let clauses =
            |schemas: &[Schema<'g>]| schemas.iter().filter_map(|schema| schema.clause()).collect::<Vec<_>>();
        let typed = |types: &'g Types, schemas: &[Schema<'g>], key| Typed {
            name: type_name(schemas),
            key,
            clauses: Clauses {
                nodes: clauses(schemas),
                validated: Some(ValueType::of_schemas(types, schemas.iter().copied())),
            },
        };
        self.typed(&typed(self.old, old, keys.0), &typed(self.new, new, keys.1), usage);
        let nested = |schemas: &[Schema<'g>], of_keys: bool| {
            let inner = schemas
                .iter()
                .filter_map(|schema| if of_keys { schema.key_schema() } else { schema.entry_schema() });
            inner.collect::<Vec<_>>()
        };
        self.schemas("key_schema", &nested(old, true), &nested(new, true), keys, usage);
        self.schemas("entry_schema", &nested(old, false), &nested(new, false), keys, usage);
        let nodes = |schemas: &[Schema<'g>]| schemas.iter().map(|schema| schema.node()).collect::<Vec<_>>();
        self.descriptions(&nodes(old), &nodes(new), keys.0, keys.1);
    }
}

/// Whether a schema allows any string, and nothing else.
fn is_plain_string(types: &Types, schema: &Schema<'_>) -> bool {
    let ty = schema.data_type().map(|name| types.type_use(name).meaning);
    ty.is_none_or(|ty| ty == TypeRef::BuiltIn(BuiltIn::String)) && schema.definition.validation.is_none()
}

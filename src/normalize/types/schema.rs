//! `NormalSchema` definitions (TOSCA 2.0 §9.3).

use serde::Serialize;

use crate::model::types::{Schema as Written, TypeRef, Types};
use crate::normalize::context::Cx;
use crate::normalize::data::{self, NormalMetadata};
use crate::normalize::expression::NormalExpression;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::values::ValueType;

/// The schema of keys, entries, arguments or results.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalSchema {
    /// The data type.
    #[serde(rename = "type")]
    pub data_type: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// The conditions that every value must satisfy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub validation: Vec<NormalExpression>,
    /// The schema of keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_schema: Option<Box<NormalSchema>>,
    /// The schema of entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_schema: Option<Box<NormalSchema>>,
}

impl NormalSchema {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.data_type);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.clause("validation", &self.validation);
        print("key_schema", self.key_schema.as_deref(), yaml);
        print("entry_schema", self.entry_schema.as_deref(), yaml);
    }
}

/// Prints a schema below a keyname, if there is one.
pub(in crate::normalize) fn print(keyname: &str, schema: Option<&NormalSchema>, yaml: &mut Yaml) {
    if let Some(schema) = schema {
        yaml.map(keyname, |yaml| schema.print(yaml));
    }
}

/// A definition in a chain of refinements: the type that it names, and its schema of keys or entries.
pub(super) type Layer<'g> = (Option<TypeRef>, Option<Written<'g>>);

/// Returns the schemas of keys or entries in a chain of refinements, nearest first. A named type that has
/// such a schema itself replaces all schemas from before it was named.
pub(super) fn inner<'g>(types: &'g Types, layers: &[Layer<'g>], keys: bool) -> Vec<Written<'g>> {
    let named = layers.iter().position(|(data_type, _)| data_type.is_some());
    let has_schema = named.is_some_and(|index| layers[..=index].iter().any(|(_, schema)| schema.is_some()));
    let type_has_schema = named
        .and_then(|index| layers[index].0)
        .is_some_and(|ty| types.schemas_of_type(ty, keys).next().is_some());
    if type_has_schema && !has_schema {
        return Vec::new();
    }
    layers.iter().filter_map(|(_, schema)| *schema).collect()
}

/// Returns the schema that results from a chain of refinements, nearest first, or `None` if the chain is
/// empty.
pub(in crate::normalize) fn schema<'g>(
    cx: &mut Cx<'g>,
    schemas: &[Written<'g>],
) -> Option<Box<NormalSchema>> {
    if schemas.is_empty() {
        return None;
    }
    let types = cx.types;
    let value_type = ValueType::of_schemas(types, schemas.iter().copied());
    let layers = |inner: fn(&Written<'g>) -> Option<Written<'g>>| -> Vec<Layer<'g>> {
        let layer = |schema: &Written<'g>| (schema.type_ref(types), inner(schema));
        schemas.iter().map(layer).collect()
    };
    let keys = inner(types, &layers(|schema| schema.key_schema()), true);
    let entries = inner(types, &layers(|schema| schema.entry_schema()), false);
    let description =
        schemas.iter().find_map(|schema| schema.definition.description.map(|text| schema.tree.node(text.0)));
    let metadata =
        schemas.iter().find_map(|schema| schema.definition.metadata.map(|map| schema.tree.node(map.0)));
    Some(Box::new(NormalSchema {
        data_type: value_type.data_type().map(|ty| cx.type_name(ty)).unwrap_or_default(),
        description: Cx::node_text(description),
        metadata: metadata.map(data::map).unwrap_or_default(),
        validation: values::clauses(
            cx,
            value_type.clauses(types).into_iter().map(|(clause, _)| clause),
            value_type.data_type(),
        ),
        key_schema: schema(cx, &keys),
        entry_schema: schema(cx, &entries),
    }))
}

//! Schema definitions (TOSCA 2.0 §9.3).

use serde::Serialize;

use crate::model::types::{Schema as Written, TypeRef, Types};
use crate::normalize::context::Cx;
use crate::normalize::data::{self, Metadata};
use crate::normalize::expression::Expression;
use crate::normalize::named::{Named, Text};
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::values::ValueType;

/// What keys, entries, arguments or results are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Schema {
    /// The data type.
    #[serde(rename = "type")]
    pub data_type: Text,
    /// What the values are for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
    /// The conditions that every value must meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub validation: Vec<Expression>,
    /// What keys are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_schema: Option<Box<Schema>>,
    /// What entries are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_schema: Option<Box<Schema>>,
}

impl Schema {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.data_type);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.clause("validation", &self.validation);
        print("key_schema", self.key_schema.as_deref(), yaml);
        print("entry_schema", self.entry_schema.as_deref(), yaml);
    }
}

/// A schema below a keyname, where there is one.
pub(in crate::normalize) fn print(keyname: &str, schema: Option<&Schema>, yaml: &mut Yaml) {
    if let Some(schema) = schema {
        yaml.map(keyname, |yaml| schema.print(yaml));
    }
}

/// A definition among those that refine each other: the type that it names, and what it says of keys or
/// entries.
pub(super) type Layer<'g> = (Option<TypeRef>, Option<Written<'g>>);

/// What definitions, nearest first, say of keys or entries. A type that brings a schema itself stands for what
/// was said before it was named.
pub(super) fn inner<'g>(types: &'g Types, layers: &[Layer<'g>], keys: bool) -> Vec<Written<'g>> {
    let named = layers.iter().position(|(data_type, _)| data_type.is_some());
    let said = named.is_some_and(|at| layers[..=at].iter().any(|(_, schema)| schema.is_some()));
    let brought =
        named.and_then(|at| layers[at].0).is_some_and(|of| types.brought(of, keys).next().is_some());
    if brought && !said {
        return Vec::new();
    }
    layers.iter().filter_map(|(_, schema)| *schema).collect()
}

/// What schemas that refine each other come to, nearest first; none where there is none.
pub(in crate::normalize) fn schema<'g>(cx: &mut Cx<'g>, schemas: &[Written<'g>]) -> Option<Box<Schema>> {
    if schemas.is_empty() {
        return None;
    }
    let types = cx.types;
    let of = ValueType::of_schemas(types, schemas.iter().copied());
    let layers = |inner: fn(&Written<'g>) -> Option<Written<'g>>| -> Vec<Layer<'g>> {
        let layer = |one: &Written<'g>| (one.type_ref(types), inner(one));
        schemas.iter().map(layer).collect()
    };
    let keys = inner(types, &layers(|one| one.key_schema()), true);
    let entries = inner(types, &layers(|one| one.entry_schema()), false);
    let description =
        schemas.iter().find_map(|one| one.definition.description.map(|text| one.tree.node(text.0)));
    let metadata = schemas.iter().find_map(|one| one.definition.metadata.map(|map| one.tree.node(map.0)));
    Some(Box::new(Schema {
        data_type: of.data_type().map(|of| cx.type_name(of)).unwrap_or_default(),
        description: Cx::node_text(description),
        metadata: metadata.map(data::map).unwrap_or_default(),
        validation: values::clauses(
            cx,
            of.clauses(types).into_iter().map(|(clause, _)| clause),
            of.data_type(),
        ),
        key_schema: schema(cx, &keys),
        entry_schema: schema(cx, &entries),
    }))
}

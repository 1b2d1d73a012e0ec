//! Properties, attributes and parameters (TOSCA 2.0 §9.4, §9.6, §9.8), with all that they refine.

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::functions::PathEnd;
use crate::model::types::{FieldId, FieldKind, FieldTable, FieldView, Schema as Written, Types};
use crate::normalize::context::Cx;
use crate::normalize::data::{self, Metadata};
use crate::normalize::expression::Expression;
use crate::normalize::named::{Named, Text};
use crate::normalize::source::Origin;
use crate::normalize::values;
use crate::normalize::values::default_of;
use crate::normalize::yaml::Yaml;
use crate::resolve::DefinitionId;
use crate::syntax::SchemaDefinition;
use crate::values::ValueType;
use crate::yaml::Node;

use super::schema::{self, Schema};

/// The definition of a property, attribute or parameter.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Field {
    /// The data type; none for a parameter without one.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub data_type: Option<Text>,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
    /// Whether a value must be given; none for attributes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
    /// The value where none is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Expression>,
    /// The fixed value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Expression>,
    /// The attribute that the incoming value is stored in: a path, a name, nested names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mapping: Option<Vec<Expression>>,
    /// The conditions that every value must meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub validation: Vec<Expression>,
    /// What keys are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_schema: Option<Box<Schema>>,
    /// What entries are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_schema: Option<Box<Schema>>,
    /// Where it is defined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl Field {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        yaml.optional("type", self.data_type.as_deref());
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        if let Some(required) = self.required {
            yaml.word("required", if required { "true" } else { "false" });
        }
        yaml.optional_expression("default", self.default.as_ref());
        yaml.optional_expression("value", self.value.as_ref());
        if let Some(mapping) = &self.mapping {
            yaml.expression("mapping", &Expression::List(mapping.clone()));
        }
        yaml.clause("validation", &self.validation);
        schema::print("key_schema", self.key_schema.as_deref(), yaml);
        schema::print("entry_schema", self.entry_schema.as_deref(), yaml);
    }
}

/// Fields below a keyname.
pub(in crate::normalize) fn print(keyname: &str, fields: &Named<Field>, yaml: &mut Yaml) {
    if fields.is_empty() {
        return;
    }
    yaml.map(keyname, |yaml| {
        for (name, field) in fields.iter() {
            yaml.source(&field.source);
            yaml.named(name, |yaml| field.print(yaml));
        }
    });
}

/// Members that are fields, as the type `of` has them.
pub(in crate::normalize) fn fields<'g>(
    cx: &mut Cx<'g>,
    members: &FieldTable<'g>,
    of: DefinitionId,
) -> Named<Field> {
    let mut fields = Named::default();
    for (name, id) in members.iter() {
        let derived = cx.types.field(id);
        let mut field = field(cx, derived);
        field.source = cx.source_of(derived.key(), id.owner(), of);
        fields.push(name, field);
    }
    fields
}

/// What a field comes to.
pub(in crate::normalize) fn field<'g>(cx: &mut Cx<'g>, field: FieldView<'g>) -> Field {
    let types = cx.types;
    let (effective, expected) = (field.effective(), ValueType::Field(field));
    let (mut keys, mut entries) = (Vec::new(), Vec::new());
    for layer in field.layers() {
        let (tree, parts) = (layer.tree(), layer.parts());
        let data_type = layer.written_type();
        let schema = |definition: &'g SchemaDefinition| Written { tree, definition };
        keys.push((data_type, parts.key_schema.map(schema)));
        entries.push((data_type, parts.entry_schema.map(schema)));
    }
    let (keys, entries) = (schema::inner(types, &keys, true), schema::inner(types, &entries, false));
    let clauses = from_the_top(types, field).into_iter().filter_map(|layer| {
        let clause = layer.parts().validation?;
        Some(layer.tree().node(clause))
    });
    Field {
        data_type: field.data_type.map(|of| cx.type_name(of)),
        description: Cx::node_text(field.description()),
        metadata: field.metadata().map(data::map).unwrap_or_default(),
        required: (field.kind != FieldKind::Attribute).then(|| field.is_required()),
        default: default_of(field).map(|node| values::value(cx, node, &expected)),
        value: effective.value.map(|node| values::value(cx, node, &expected)),
        mapping: effective.mapping.map(|node| mapping(cx, node)),
        validation: values::clauses(cx, clauses, field.data_type),
        key_schema: schema::schema(cx, &keys),
        entry_schema: schema::schema(cx, &entries),
        source: None,
    }
}

/// A path and an attribute.
pub(in crate::normalize) fn mapping<'g>(cx: &mut Cx<'g>, node: Node<'g>) -> Vec<Expression> {
    let marked = values::marked_path(cx, node, Some(PathEnd::Attribute));
    marked.unwrap_or_else(|| node.items().map(|item| values::untyped(cx, item)).collect())
}

/// A field and those that it refines, each behind all that it refines itself: an order that stays when each
/// says again what it inherits.
fn from_the_top<'g>(types: &'g Types, field: FieldView<'g>) -> Vec<FieldView<'g>> {
    let mut seen: FxHashSet<FieldId> = FxHashSet::default();
    let mut found = Vec::new();
    // Each field is met twice: on the way up, and when all above it are listed.
    let mut waiting = vec![(field, None, false)];
    while let Some((field, id, done)) = waiting.pop() {
        if done {
            found.push(field);
        } else if id.is_none_or(|id| seen.insert(id)) {
            waiting.push((field, id, true));
            let above = [field.inherited, field.also()].into_iter().flatten();
            waiting.extend(above.map(|id| (types.field(id), Some(id), false)));
        }
    }
    found
}

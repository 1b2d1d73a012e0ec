//! Properties, attributes and parameters (TOSCA 2.0 §9.4, §9.6, §9.8), with everything that they refine.

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::functions::PathEnd;
use crate::model::Truth;
use crate::model::types::{FieldId, FieldKind, FieldTable, FieldView, Schema as Written, Types};
use crate::normalize::context::Cx;
use crate::normalize::data::{self, Data, NormalMetadata};
use crate::normalize::expression::NormalExpression;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::source::Origin;
use crate::normalize::values;
use crate::normalize::values::default_of;
use crate::normalize::yaml::Yaml;
use crate::resolve::DefinitionId;
use crate::syntax::SchemaDefinition;
use crate::values::ValueType;
use crate::yaml::YamlNode;

use super::schema::{self, NormalSchema};

/// The key of the `metadata` of an input whose default is a value that was given to an earlier normalization.
pub(in crate::normalize) const GIVEN: &str = "tosca_given";

/// The definition of a property, attribute or parameter.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalField {
    /// The data type, or `None` for a parameter without one.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub data_type: Option<NormalText>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Whether a value is required, or `None` for attributes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
    /// The default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<NormalExpression>,
    /// The value of an input that was given to this document, instead of a default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<NormalExpression>,
    /// The fixed value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<NormalExpression>,
    /// The attribute in which the incoming value is stored: a path, a name, nested names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mapping: Option<Vec<NormalExpression>>,
    /// The conditions that every value must satisfy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub validation: Vec<NormalExpression>,
    /// The schema of keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_schema: Option<Box<NormalSchema>>,
    /// The schema of entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_schema: Option<Box<NormalSchema>>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl NormalField {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        yaml.optional("type", self.data_type.as_deref());
        yaml.optional("description", self.description.as_deref());
        let mut metadata = self.metadata.clone();
        if self.given.is_some() {
            metadata.0.insert(0, (GIVEN.into(), Data::Boolean(true)));
        }
        yaml.metadata(&metadata);
        if let Some(required) = self.required {
            yaml.word("required", if required { "true" } else { "false" });
        }
        yaml.optional_expression("default", self.given.as_ref().or(self.default.as_ref()));
        yaml.optional_expression("value", self.value.as_ref());
        if let Some(mapping) = &self.mapping {
            yaml.expression("mapping", &NormalExpression::List(mapping.clone()));
        }
        yaml.clause("validation", &self.validation);
        schema::print("key_schema", self.key_schema.as_deref(), yaml);
        schema::print("entry_schema", self.entry_schema.as_deref(), yaml);
    }
}

/// Prints fields below a keyname.
pub(in crate::normalize) fn print(keyname: &str, fields: &NamedParts<NormalField>, yaml: &mut Yaml) {
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

/// Returns the fields of the type `type_id`.
pub(in crate::normalize) fn fields<'g>(
    cx: &mut Cx<'g>,
    members: &FieldTable<'g>,
    type_id: DefinitionId,
) -> NamedParts<NormalField> {
    let mut fields = NamedParts::default();
    for (name, id) in members.iter() {
        let derived = cx.types.field(id);
        let mut field = field(cx, derived);
        field.source = cx.source_of(derived.key(), id.owner(), type_id);
        fields.push(name, field);
    }
    fields
}

/// Returns the effective definition of a field.
pub(in crate::normalize) fn field<'g>(cx: &mut Cx<'g>, field: FieldView<'g>) -> NormalField {
    let types = cx.types;
    let (effective, expected) = (field.effective(), ValueType::Field(field));
    let (mut keys, mut entries) = (Vec::new(), Vec::new());
    for layer in field.layers().filter(|layer| !is_replaced(types, field, *layer)) {
        let (tree, parts) = (layer.tree(), layer.parts());
        let data_type = layer.written_type();
        let schema = |definition: &'g SchemaDefinition| Written { tree, definition };
        keys.push((data_type, parts.key_schema.map(schema)));
        entries.push((data_type, parts.entry_schema.map(schema)));
    }
    let (keys, entries) = (schema::inner(types, &keys, true), schema::inner(types, &entries, false));
    let layers = ancestors_first(types, field).into_iter();
    let clauses = layers.filter(|layer| !is_replaced(types, field, *layer)).filter_map(|layer| {
        let clause = layer.parts().validation?;
        Some(layer.tree().node(clause))
    });
    NormalField {
        data_type: field.data_type.map(|ty| cx.type_name(ty)),
        description: Cx::node_text(field.description()),
        metadata: field.metadata().map(data::map).unwrap_or_default(),
        required: (field.kind != FieldKind::Attribute).then(|| field.is_required()),
        default: default_of(field).map(|node| values::value(cx, node, &expected)),
        given: None,
        value: effective.value.map(|node| values::value(cx, node, &expected)),
        mapping: effective.mapping.map(|node| mapping(cx, node)),
        validation: values::clauses(cx, clauses, field.data_type),
        key_schema: schema::schema(cx, &keys),
        entry_schema: schema::schema(cx, &entries),
        source: None,
    }
}

/// Returns an attribute mapping: a path and an attribute.
pub(in crate::normalize) fn mapping<'g>(cx: &mut Cx<'g>, node: YamlNode<'g>) -> Vec<NormalExpression> {
    let marked = values::marked_path(cx, node, Some(PathEnd::Attribute));
    marked.unwrap_or_else(|| node.items().map(|item| values::untyped(cx, item)).collect())
}

/// Whether a field does not have the type that one of its layers names, because the refinement is not allowed:
/// schemas and conditions of that layer are about values of another type.
fn is_replaced<'g>(types: &'g Types, field: FieldView<'g>, layer: FieldView<'g>) -> bool {
    let named = layer.written_type().zip(field.data_type);
    named.is_some_and(|(named, effective)| types.relation(effective, named) == Truth::No)
}

/// Returns a field and the fields that it refines, each after everything that it refines itself. The order
/// does not change if a definition repeats what it inherits.
fn ancestors_first<'g>(types: &'g Types, field: FieldView<'g>) -> Vec<FieldView<'g>> {
    let mut seen: FxHashSet<FieldId> = FxHashSet::default();
    let mut ordered = Vec::new();
    // Each field is visited twice: on the way to its ancestors, and after they are listed.
    let mut pending = vec![(field, None, false)];
    while let Some((field, id, done)) = pending.pop() {
        if done {
            ordered.push(field);
        } else if id.is_none_or(|id| seen.insert(id)) {
            pending.push((field, id, true));
            let refined = [field.inherited(), field.narrower_type_field()].into_iter().flatten();
            pending.extend(refined.map(|id| (types.field(id), Some(id), false)));
        }
    }
    ordered
}

//! Relationship templates (TOSCA 2.0 §7.4).

use serde::Serialize;

use crate::model::service::RelationshipTemplateView;
use crate::model::types::{Fields, Interfaces};
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::Values;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::shared::SharedMap;
use crate::normalize::source::{How, Origin};
use crate::normalize::types::implementation::Artifacts;
use crate::normalize::yaml::Yaml;

use super::interface::{self, InterfaceAssignment};
use super::properties;
use super::properties::{merged, merged_metadata};

/// A relationship that requirements can name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalRelationshipTemplate {
    /// Its unique identifier in the model.
    pub id: NormalText,
    /// The relationship type.
    #[serde(rename = "type")]
    pub relationship_type: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Values for properties.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: Values,
    /// Initial values for attributes.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub attributes: Values,
    /// Its interfaces.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub interfaces: SharedMap<InterfaceAssignment>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl NormalRelationshipTemplate {
    pub(super) fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.relationship_type);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.values("properties", &self.properties);
        yaml.values("attributes", &self.attributes);
        interface::print(&self.interfaces, yaml);
    }
}

/// Returns a relationship template.
pub(super) fn relationship_template<'g>(
    cx: &mut Cx<'g>,
    template: RelationshipTemplateView<'g>,
) -> NormalRelationshipTemplate {
    let (file, layers) = (cx.file, template.layers());
    let name = template.name();
    let named = layers.clone().find_map(|layer| layer.relationship_type);
    let mut relationship = NormalRelationshipTemplate {
        id: format!("relationship_templates/{name}").into(),
        relationship_type: named.map(|name| cx.reference(file, name)).unwrap_or_default(),
        description: Cx::text(file, layers.clone().find_map(|layer| layer.description)),
        metadata: merged_metadata(file, layers.clone().filter_map(|layer| layer.metadata)),
        properties: Values::default(),
        attributes: Values::default(),
        interfaces: SharedMap::default(),
        source: cx.source(template.key(), How::Written),
    };
    let Some(ty) = cx.types.defined(template.relationship_type) else { return relationship };
    let properties = cx.types.members(ty, Fields::Properties);
    let attributes = cx.types.members(ty, Fields::Attributes);
    let interfaces = cx.types.members(ty, Interfaces);
    relationship.properties = properties::properties(cx, &properties, template.properties(), true);
    relationship.attributes = properties::attributes(cx, &attributes, template.attributes());
    let assigned = merged(file, layers.filter_map(|layer| layer.interfaces.as_ref()));
    relationship.interfaces =
        interface::shared_interfaces(cx, ty.id, &interfaces, &assigned, &Artifacts::default());
    relationship
}

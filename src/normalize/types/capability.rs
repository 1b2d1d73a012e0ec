//! Capability types (TOSCA 2.0 §8.1) and capability definitions (§8.2).

use serde::Serialize;

use crate::keynames::NameKind;
use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Capabilities, CapabilityId, Fields, Record, Table,
    TypeView, Types,
};
use crate::normalize::context::Cx;
use crate::normalize::data::{self, NormalMetadata};
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::source::Origin;
use crate::normalize::yaml::Yaml;
use crate::resolve::DefinitionId;

use super::field::{self, NormalField};
use super::head::NormalHead;
use super::{head, names};

/// A capability type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CapabilityType {
    /// Name, ancestors and description.
    #[serde(flatten)]
    pub head: NormalHead,
    /// Its properties.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: NamedParts<NormalField>,
    /// Its attributes.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub attributes: NamedParts<NormalField>,
    /// The types of nodes that may use it; all types without a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_source_node_types: Option<Vec<NormalText>>,
    /// The types of relationships that may target it; all types without a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_relationship_types: Option<Vec<NormalText>>,
}

/// A capability of a node type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CapabilityDefinition {
    /// The capability type.
    #[serde(rename = "type")]
    pub capability_type: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Properties that node types refine.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: NamedParts<NormalField>,
    /// Attributes that node types refine.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub attributes: NamedParts<NormalField>,
    /// The types of nodes that may use it, if node types restrict them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_source_node_types: Option<Vec<NormalText>>,
    /// The types of relationships that may target it, if node types restrict them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_relationship_types: Option<Vec<NormalText>>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl CapabilityType {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        self.head.print(yaml);
        field::print("properties", &self.properties, yaml);
        field::print("attributes", &self.attributes, yaml);
        names("valid_source_node_types", self.valid_source_node_types.as_deref(), yaml);
        names("valid_relationship_types", self.valid_relationship_types.as_deref(), yaml);
    }
}

impl CapabilityDefinition {
    pub(super) fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.capability_type);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        field::print("properties", &self.properties, yaml);
        field::print("attributes", &self.attributes, yaml);
        names("valid_source_node_types", self.valid_source_node_types.as_deref(), yaml);
        names("valid_relationship_types", self.valid_relationship_types.as_deref(), yaml);
    }
}

pub(in crate::normalize) fn capability_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> CapabilityType {
    let properties = cx.types.members(ty, Fields::Properties);
    let attributes = cx.types.members(ty, Fields::Attributes);
    let sources = CAPABILITY_SOURCES.effective(cx.types, ty);
    let relationships = CAPABILITY_RELATIONSHIPS.effective(cx.types, ty);
    CapabilityType {
        head: head::head(cx, ty),
        properties: field::fields(cx, &properties, ty.id),
        attributes: field::fields(cx, &attributes, ty.id),
        valid_source_node_types: sources.map(|list| cx.type_list(list)),
        valid_relationship_types: relationships.map(|list| cx.type_list(list)),
    }
}

/// Returns the capabilities of a node type.
pub(super) fn capabilities_of<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> NamedParts<CapabilityDefinition> {
    let members = cx.types.members(ty, Capabilities);
    let mut capabilities = NamedParts::default();
    for (name, id) in members.iter() {
        let definition = capability_definition(cx, id, ty.id);
        capabilities.push(name, definition);
    }
    capabilities
}

fn capability_definition(cx: &mut Cx<'_>, id: CapabilityId, type_id: DefinitionId) -> CapabilityDefinition {
    let types = cx.types;
    let capability = types.capability(id);
    let (mut description, mut metadata) = (None, None);
    for layer in std::iter::successors(Some(capability), |layer| Some(types.capability(layer.inherited?))) {
        let tree = layer.key().tree();
        let Some(written) = layer.written() else { continue };
        description = description.or(written.description.map(|text| tree.node(text.0)));
        metadata = metadata.or(written.metadata.map(|map| tree.node(map.0)));
    }
    let properties =
        refined(cx.types, &types.capability_fields(id, Fields::Properties), NameKind::CapabilityType);
    let attributes =
        refined(cx.types, &types.capability_fields(id, Fields::Attributes), NameKind::CapabilityType);
    let meaning = capability.capability_type.map(|used| used.meaning);
    CapabilityDefinition {
        capability_type: meaning.map(|ty| cx.type_name(ty)).unwrap_or_default(),
        description: Cx::node_text(description),
        metadata: metadata.map(data::map).unwrap_or_default(),
        properties: field::fields(cx, &properties, type_id),
        attributes: field::fields(cx, &attributes, type_id),
        valid_source_node_types: capability.valid_source_node_types().map(|list| cx.type_list(list)),
        valid_relationship_types: capability.valid_relationship_types().map(|list| cx.type_list(list)),
        source: cx.source_of(capability.key(), id.owner(), type_id),
    }
}

/// Returns the members that a definition refines, without those that only its type of the kind `type_kind`
/// has.
pub(super) fn refined<'g, T: Record>(
    types: &'g Types,
    members: &Table<'g, T>,
    type_kind: NameKind,
) -> Table<'g, T> {
    members.only(|id| types.get(id.owner()).kind != type_kind)
}

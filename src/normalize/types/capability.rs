//! Capability types (TOSCA 2.0 §8.1) and capability definitions (§8.2).

use serde::Serialize;

use crate::keynames::NameKind;
use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Capabilities, CapabilityId, Fields, Record, Table,
    TypeView, Types,
};
use crate::normalize::context::Cx;
use crate::normalize::data::{self, Metadata};
use crate::normalize::named::{Named, Text};
use crate::normalize::source::Origin;
use crate::normalize::yaml::Yaml;
use crate::resolve::DefinitionId;

use super::field::{self, Field};
use super::head::Head;
use super::{head, names};

/// A capability type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CapabilityType {
    /// What it says of itself.
    #[serde(flatten)]
    pub head: Head,
    /// What can be set on a capability.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub properties: Named<Field>,
    /// What can be observed of a capability at run time.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub attributes: Named<Field>,
    /// The types of nodes that may use it; all where there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_source_node_types: Option<Vec<Text>>,
    /// The types of relationships that may lead to it; all where there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_relationship_types: Option<Vec<Text>>,
}

/// A capability of a node type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CapabilityDefinition {
    /// The capability type.
    #[serde(rename = "type")]
    pub capability_type: Text,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
    /// Properties of the type that node types refine.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub properties: Named<Field>,
    /// Attributes of the type that node types refine.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub attributes: Named<Field>,
    /// The types of nodes that may use it, where node types restrict them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_source_node_types: Option<Vec<Text>>,
    /// The types of relationships that may lead to it, where node types restrict them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_relationship_types: Option<Vec<Text>>,
    /// Where it is defined.
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

pub(in crate::normalize) fn capability_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) -> CapabilityType {
    let properties = cx.types.members(of, Fields::Properties);
    let attributes = cx.types.members(of, Fields::Attributes);
    let sources = CAPABILITY_SOURCES.in_force(cx.types, of);
    let relationships = CAPABILITY_RELATIONSHIPS.in_force(cx.types, of);
    CapabilityType {
        head: head::head(cx, of),
        properties: field::fields(cx, &properties, of.id),
        attributes: field::fields(cx, &attributes, of.id),
        valid_source_node_types: sources.map(|list| cx.type_list(list)),
        valid_relationship_types: relationships.map(|list| cx.type_list(list)),
    }
}

/// The capabilities of a node type.
pub(super) fn capabilities_of<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) -> Named<CapabilityDefinition> {
    let members = cx.types.members(of, Capabilities);
    let mut capabilities = Named::default();
    for (name, id) in members.iter() {
        let definition = capability_definition(cx, id, of.id);
        capabilities.push(name, definition);
    }
    capabilities
}

fn capability_definition(cx: &mut Cx<'_>, id: CapabilityId, of: DefinitionId) -> CapabilityDefinition {
    let types = cx.types;
    let capability = types.capability(id);
    let (mut description, mut metadata) = (None, None);
    for layer in std::iter::successors(Some(capability), |one| Some(types.capability(one.inherited?))) {
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
        capability_type: meaning.map(|of| cx.type_name(of)).unwrap_or_default(),
        description: Cx::node_text(description),
        metadata: metadata.map(data::map).unwrap_or_default(),
        properties: field::fields(cx, &properties, of),
        attributes: field::fields(cx, &attributes, of),
        valid_source_node_types: capability.valid_source_node_types().map(|list| cx.type_list(list)),
        valid_relationship_types: capability.valid_relationship_types().map(|list| cx.type_list(list)),
        source: cx.source_of(capability.key(), id.owner(), of),
    }
}

/// The members that a definition refines, rather than its type alone has.
pub(super) fn refined<'g, T: Record>(types: &'g Types, members: &Table<'g, T>, of: NameKind) -> Table<'g, T> {
    members.only(|id| types.get(id.owner()).kind != of)
}

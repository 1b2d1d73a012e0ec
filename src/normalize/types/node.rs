//! Node types (TOSCA 2.0 §7.1) and relationship types (§7.3).

use serde::Serialize;

use crate::model::types::{
    Fields, RELATIONSHIP_CAPABILITIES, RELATIONSHIP_SOURCES, RELATIONSHIP_TARGETS, TypeView,
};
use crate::normalize::context::Cx;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::yaml::Yaml;

use super::artifact::{self, NormalArtifact};
use super::capability::CapabilityDefinition;
use super::field::{self, NormalField};
use super::head::NormalHead;
use super::implementation::Artifacts;
use super::interface::{self, InterfaceDefinition};
use super::requirement::{self, RequirementDefinition};
use super::{capability, head, names};

/// A node type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NodeType {
    /// Name, ancestors and description.
    #[serde(flatten)]
    pub head: NormalHead,
    /// Its properties.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: NamedParts<NormalField>,
    /// Its attributes.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub attributes: NamedParts<NormalField>,
    /// Its capabilities.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub capabilities: NamedParts<CapabilityDefinition>,
    /// Its requirements, in order.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub requirements: NamedParts<RequirementDefinition>,
    /// Its interfaces.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub interfaces: NamedParts<InterfaceDefinition>,
    /// Its artifacts.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub artifacts: NamedParts<NormalArtifact>,
}

/// A relationship type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RelationshipType {
    /// Name, ancestors and description.
    #[serde(flatten)]
    pub head: NormalHead,
    /// Its properties.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: NamedParts<NormalField>,
    /// Its attributes.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub attributes: NamedParts<NormalField>,
    /// Its interfaces.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub interfaces: NamedParts<InterfaceDefinition>,
    /// The types of capabilities that it may target; all types without a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_capability_types: Option<Vec<NormalText>>,
    /// The types of nodes that it may target; all types without a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_target_node_types: Option<Vec<NormalText>>,
    /// The types of nodes that it may start from; all types without a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_source_node_types: Option<Vec<NormalText>>,
}

impl NodeType {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        self.head.print(yaml);
        field::print("properties", &self.properties, yaml);
        field::print("attributes", &self.attributes, yaml);
        if !self.capabilities.is_empty() {
            yaml.map("capabilities", |yaml| {
                for (name, capability) in self.capabilities.iter() {
                    yaml.source(&capability.source);
                    yaml.named(name, |yaml| capability.print(yaml));
                }
            });
        }
        requirement::print(&self.requirements, yaml);
        interface::print(&self.interfaces, yaml);
        artifact::print(&self.artifacts, yaml);
    }
}

impl RelationshipType {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        self.head.print(yaml);
        field::print("properties", &self.properties, yaml);
        field::print("attributes", &self.attributes, yaml);
        interface::print(&self.interfaces, yaml);
        names("valid_capability_types", self.valid_capability_types.as_deref(), yaml);
        names("valid_target_node_types", self.valid_target_node_types.as_deref(), yaml);
        names("valid_source_node_types", self.valid_source_node_types.as_deref(), yaml);
    }
}

pub(in crate::normalize) fn node_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> NodeType {
    let properties = cx.types.members(ty, Fields::Properties);
    let attributes = cx.types.members(ty, Fields::Attributes);
    let artifacts = interface::artifact_names(cx, ty);
    NodeType {
        head: head::head(cx, ty),
        properties: field::fields(cx, &properties, ty.id),
        attributes: field::fields(cx, &attributes, ty.id),
        capabilities: capability::capabilities_of(cx, ty),
        requirements: requirement::requirements_of(cx, ty, &artifacts),
        interfaces: interface::interfaces_of(cx, ty, &artifacts),
        artifacts: artifact::artifacts_of(cx, ty),
    }
}

pub(in crate::normalize) fn relationship_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> RelationshipType {
    let properties = cx.types.members(ty, Fields::Properties);
    let attributes = cx.types.members(ty, Fields::Attributes);
    let types = cx.types;
    RelationshipType {
        head: head::head(cx, ty),
        properties: field::fields(cx, &properties, ty.id),
        attributes: field::fields(cx, &attributes, ty.id),
        interfaces: interface::interfaces_of(cx, ty, &Artifacts::default()),
        valid_capability_types: RELATIONSHIP_CAPABILITIES.effective(types, ty).map(|list| cx.type_list(list)),
        valid_target_node_types: RELATIONSHIP_TARGETS.effective(types, ty).map(|list| cx.type_list(list)),
        valid_source_node_types: RELATIONSHIP_SOURCES.effective(types, ty).map(|list| cx.type_list(list)),
    }
}

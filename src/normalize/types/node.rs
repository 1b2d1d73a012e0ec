//! Node types (TOSCA 2.0 §7.1) and relationship types (§7.3).

use serde::Serialize;

use crate::model::types::{
    Fields, RELATIONSHIP_CAPABILITIES, RELATIONSHIP_SOURCES, RELATIONSHIP_TARGETS, TypeView,
};
use crate::normalize::context::Cx;
use crate::normalize::named::{Named, Text};
use crate::normalize::yaml::Yaml;

use super::artifact::{self, Artifact};
use super::capability::CapabilityDefinition;
use super::field::{self, Field};
use super::head::Head;
use super::implementation::Artifacts;
use super::interface::{self, InterfaceDefinition};
use super::requirement::{self, RequirementDefinition};
use super::{capability, head, names};

/// A node type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NodeType {
    /// What it says of itself.
    #[serde(flatten)]
    pub head: Head,
    /// What can be set on a node.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub properties: Named<Field>,
    /// What can be observed of a node at run time.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub attributes: Named<Field>,
    /// What a node offers to others.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub capabilities: Named<CapabilityDefinition>,
    /// What a node needs from others, in order.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub requirements: Named<RequirementDefinition>,
    /// What can be done with a node.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub interfaces: Named<InterfaceDefinition>,
    /// Files that belong to a node.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub artifacts: Named<Artifact>,
}

/// A relationship type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RelationshipType {
    /// What it says of itself.
    #[serde(flatten)]
    pub head: Head,
    /// What can be set on a relationship.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub properties: Named<Field>,
    /// What can be observed of a relationship at run time.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub attributes: Named<Field>,
    /// What can be done with a relationship.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub interfaces: Named<InterfaceDefinition>,
    /// The types of capabilities that it may lead to; all where there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_capability_types: Option<Vec<Text>>,
    /// The types of nodes that it may lead to; all where there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_target_node_types: Option<Vec<Text>>,
    /// The types of nodes that it may start from; all where there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_source_node_types: Option<Vec<Text>>,
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

pub(in crate::normalize) fn node_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) -> NodeType {
    let properties = cx.types.members(of, Fields::Properties);
    let attributes = cx.types.members(of, Fields::Attributes);
    let artifacts = interface::artifact_names(cx, of);
    NodeType {
        head: head::head(cx, of),
        properties: field::fields(cx, &properties, of.id),
        attributes: field::fields(cx, &attributes, of.id),
        capabilities: capability::capabilities_of(cx, of),
        requirements: requirement::requirements_of(cx, of, &artifacts),
        interfaces: interface::interfaces_of(cx, of, &artifacts),
        artifacts: artifact::artifacts_of(cx, of),
    }
}

pub(in crate::normalize) fn relationship_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) -> RelationshipType {
    let properties = cx.types.members(of, Fields::Properties);
    let attributes = cx.types.members(of, Fields::Attributes);
    let types = cx.types;
    RelationshipType {
        head: head::head(cx, of),
        properties: field::fields(cx, &properties, of.id),
        attributes: field::fields(cx, &attributes, of.id),
        interfaces: interface::interfaces_of(cx, of, &Artifacts::default()),
        valid_capability_types: RELATIONSHIP_CAPABILITIES.in_force(types, of).map(|list| cx.type_list(list)),
        valid_target_node_types: RELATIONSHIP_TARGETS.in_force(types, of).map(|list| cx.type_list(list)),
        valid_source_node_types: RELATIONSHIP_SOURCES.in_force(types, of).map(|list| cx.type_list(list)),
    }
}

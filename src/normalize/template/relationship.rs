//! Relationship templates (TOSCA 2.0 §7.4).

use serde::Serialize;

use crate::model::service::RelationshipTemplateView;
use crate::model::types::{Fields, Interfaces};
use crate::normalize::builder::Builder;
use crate::normalize::data::Metadata;
use crate::normalize::expression::Values;
use crate::normalize::named::{Named, Text};
use crate::normalize::shared::SharedMap;
use crate::normalize::source::{How, Origin};
use crate::normalize::types::implementation::Artifacts;
use crate::normalize::yaml::Yaml;
use crate::yaml::Node;

use super::interface::{self, InterfaceAssignment};
use super::properties::{merged, metadata};

/// A relationship that requirements can name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RelationshipTemplate {
    /// What identifies it in the model.
    pub id: Text,
    /// The relationship type.
    #[serde(rename = "type")]
    pub relationship_type: Text,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
    /// Values for properties.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub properties: Values,
    /// Initial values for attributes.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub attributes: Values,
    /// Its interfaces.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub interfaces: SharedMap<InterfaceAssignment>,
    /// Where it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl RelationshipTemplate {
    pub(super) fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.relationship_type);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.values("properties", &self.properties);
        yaml.values("attributes", &self.attributes);
        interface::print(&self.interfaces, yaml);
    }
}

impl<'g> Builder<'g> {
    /// A relationship template.
    pub(super) fn relationship_template(
        &mut self,
        template: RelationshipTemplateView<'g>,
    ) -> RelationshipTemplate {
        let bodies: Vec<Node<'g>> = template.bodies().collect();
        let sections =
            |keyname: &str| -> Vec<Node<'g>> { bodies.iter().filter_map(|body| body.get(keyname)).collect() };
        let name = template.name();
        let mut found = RelationshipTemplate {
            id: format!("relationship_templates/{name}").into(),
            relationship_type: bodies
                .iter()
                .find_map(|body| body.get("type"))
                .map(|name| self.global(name))
                .unwrap_or_default(),
            description: Self::node_text(bodies.iter().find_map(|body| body.get("description"))),
            metadata: metadata(bodies.iter().copied()),
            properties: Values::default(),
            attributes: Values::default(),
            interfaces: SharedMap::default(),
            source: self.source(template.key(), How::Written),
        };
        let Some(of) = self.types.defined(template.relationship_type) else { return found };
        let properties = self.types.members(of, Fields::Properties);
        let attributes = self.types.members(of, Fields::Attributes);
        let interfaces = self.types.members(of, Interfaces);
        found.properties = self.properties(&properties, &sections("properties"), true);
        found.attributes = self.attributes(&attributes, &sections("attributes"));
        let assigned = merged(bodies.iter().copied(), "interfaces");
        found.interfaces = self.settled_interfaces(of.id, &interfaces, &assigned, &Artifacts::default());
        found
    }
}

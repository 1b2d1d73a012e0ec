//! Nodes and relationships as data.
//!
//! Parts that are missing or wrong are `None`, and were reported. Of repeated elements, the first counts.

use crate::dialects::element::Element;
use crate::yaml::YamlNode;

/// The nodes and relationships of a file.
pub(super) struct Model<'t> {
    pub(super) nodes: Vec<Node<'t>>,
    /// Whether the names of all nodes are known.
    pub(super) is_every_node_named: bool,
    pub(super) relationships: Vec<Relationship<'t>>,
}

pub(super) struct Node<'t> {
    pub(super) element: Element<'t>,
    /// The text of `Type`.
    pub(super) type_name: Option<YamlNode<'t>>,
    /// The name, unless an earlier node has the same.
    pub(super) name: Option<YamlNode<'t>>,
    /// `ImplementationArtifacts`.
    pub(super) implementation: Option<Element<'t>>,
    /// `DeploymentArtifacts`.
    pub(super) deployment: Option<Element<'t>>,
    /// `Properties`.
    pub(super) properties: Option<Element<'t>>,
}

/// The type of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    Machine,
    Service,
}

/// The types of nodes by name.
pub(super) const NODE_KINDS: [(&str, NodeKind); 2] =
    [("machine", NodeKind::Machine), ("service", NodeKind::Service)];

pub(super) struct Relationship<'t> {
    pub(super) element: Element<'t>,
    /// The text of `Type`.
    pub(super) type_name: Option<YamlNode<'t>>,
    pub(super) source: Option<YamlNode<'t>>,
    pub(super) target: Option<YamlNode<'t>>,
    /// `ImplementationArtifact`.
    pub(super) script: Option<Element<'t>>,
}

/// The type of a relationship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RelationshipKind {
    HostedOn,
    ConnectsTo,
}

/// The types of relationships by name.
pub(super) const RELATIONSHIP_KINDS: [(&str, RelationshipKind); 2] =
    [("hostedOn", RelationshipKind::HostedOn), ("connectsTo", RelationshipKind::ConnectsTo)];

impl<'t> Model<'t> {
    pub(super) fn read(model: Element<'t>) -> Self {
        let nodes: Vec<Node<'t>> = model.items("Nodes", "Node").map(Node::read).collect();
        Self {
            is_every_node_named: nodes.iter().all(|node| node.name.is_some()),
            nodes,
            relationships: model.items("Relationships", "Relationship").map(Relationship::read).collect(),
        }
    }
}

impl<'t> Node<'t> {
    fn read(element: Element<'t>) -> Self {
        Self {
            element,
            type_name: text(element, "Type"),
            name: text(element, "Name"),
            implementation: element.child("ImplementationArtifacts"),
            deployment: element.child("DeploymentArtifacts"),
            properties: element.child("Properties"),
        }
    }

    pub(super) fn kind(&self) -> Option<NodeKind> {
        let name = self.type_name?.text();
        NODE_KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }

    /// Returns the properties with their keys; those without a key were reported.
    pub(super) fn properties(&self) -> impl Iterator<Item = (YamlNode<'t>, Element<'t>)> {
        let properties =
            self.properties.into_iter().flat_map(|properties| properties.children_named("Property"));
        properties.filter_map(|property| Some((property.attribute("key")?, property)))
    }

    /// Returns the deployment artifacts.
    pub(super) fn files(&self) -> impl Iterator<Item = Element<'t>> {
        self.deployment.into_iter().flat_map(|deployment| deployment.children_named("DeploymentArtifact"))
    }

    /// Returns the scripts by the names of their operations, with the elements.
    pub(super) fn scripts(&self) -> impl Iterator<Item = (&'static str, Element<'t>)> {
        let elements = [("create", "Create"), ("start", "Start"), ("stop", "Stop")];
        let implementation = self.implementation;
        elements
            .into_iter()
            .filter_map(move |(operation, name)| Some((operation, implementation?.child(name)?)))
    }
}

impl<'t> Relationship<'t> {
    fn read(element: Element<'t>) -> Self {
        Self {
            element,
            type_name: text(element, "Type"),
            source: text(element, "Source"),
            target: text(element, "Target"),
            script: element.child("ImplementationArtifact"),
        }
    }

    pub(super) fn kind(&self) -> Option<RelationshipKind> {
        let name = self.type_name?.text();
        RELATIONSHIP_KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }
}

/// Returns the text of the element `name` in another one, unless it is empty.
fn text<'t>(element: Element<'t>, name: &'static str) -> Option<YamlNode<'t>> {
    element.child(name)?.text()
}

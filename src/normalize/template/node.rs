//! Node templates (TOSCA 2.0 §7.2) with all that their types give them.

use serde::Serialize;

use crate::keynames::Slot;
use crate::model::service::{Assignments, NodeTemplateView};
use crate::model::types::{BuiltIn, Capabilities, CapabilityId, Fields, Interfaces, TypeView};
use crate::normalize::builder::Builder;
use crate::normalize::data::Metadata;
use crate::normalize::expression::{Expression, Values};
use crate::normalize::named::{Named, Text};
use crate::normalize::shared::{Shared, SharedMap};
use crate::normalize::source::{How, Origin};
use crate::normalize::types::artifact::{self, Artifact};
use crate::normalize::yaml::Yaml;
use crate::syntax;
use crate::values::ValueType;
use crate::yaml::Node;

use super::interface::{self, InterfaceAssignment};
use super::properties::{ByName, merged, merged_metadata, texts};
use super::requirement::RequirementAssignment;

/// A node of a service, or several alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeTemplate {
    /// What identifies it in the model.
    pub id: Text,
    /// The node type.
    #[serde(rename = "type")]
    pub node_type: Text,
    /// What the node is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
    /// Where the node comes from, in order of preference.
    pub directives: Vec<Text>,
    /// How many nodes there are; none where they are only selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Expression>,
    /// Values for properties.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub properties: Values,
    /// Initial values for attributes.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub attributes: Values,
    /// Its capabilities.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub capabilities: SharedMap<CapabilityAssignment>,
    /// How its requirements are met, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<RequirementAssignment>,
    /// Its interfaces.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub interfaces: SharedMap<InterfaceAssignment>,
    /// Its artifacts.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub artifacts: Named<Artifact>,
    /// The conditions that a selected node must meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub node_filter: Vec<Expression>,
    /// Where it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// A capability of a node (§8.3).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CapabilityAssignment {
    /// The capability type.
    #[serde(rename = "type")]
    pub capability_type: Text,
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
    /// Whether relationships may come from inside or outside of a substituting service.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub directives: Vec<Text>,
}

impl NodeTemplate {
    pub(super) fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.node_type);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.texts("directives", self.directives.iter().map(|word| &**word));
        yaml.optional_expression("count", self.count.as_ref());
        yaml.values("properties", &self.properties);
        yaml.values("attributes", &self.attributes);
        yaml.shared(&self.capabilities, |yaml| {
            let mut shown =
                self.capabilities.iter().filter(|(_, capability)| !capability.is_plain()).peekable();
            if shown.peek().is_some() {
                yaml.map("capabilities", |yaml| {
                    for (name, capability) in shown {
                        yaml.named(name, |yaml| yaml.shared(capability, |yaml| capability.print(yaml)));
                    }
                });
            }
        });
        if !self.requirements.is_empty() {
            yaml.list("requirements", |yaml| {
                for requirement in &self.requirements {
                    yaml.source(&requirement.source);
                    yaml.item(|yaml| yaml.named(&requirement.name, |yaml| requirement.print(yaml)));
                }
            });
        }
        interface::print(&self.interfaces, yaml);
        artifact::print(&self.artifacts, yaml);
        yaml.clause("node_filter", &self.node_filter);
    }
}

impl CapabilityAssignment {
    fn is_plain(&self) -> bool {
        self.description.is_none()
            && self.metadata.is_empty()
            && self.directives.is_empty()
            && self.properties.iter().all(|(_, value)| value.fixed)
            && self.attributes.iter().all(|(_, value)| value.fixed || value.implied)
    }

    fn print(&self, yaml: &mut Yaml) {
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.values("properties", &self.properties);
        yaml.values("attributes", &self.attributes);
        if !self.directives.is_empty() {
            yaml.texts("directives", self.directives.iter().map(|word| &**word));
        }
    }
}

impl<'g> Builder<'g> {
    /// A node template.
    pub(in crate::normalize) fn node_template(&mut self, written: NodeTemplateView<'g>) -> NodeTemplate {
        let (file, layers) = (self.file, written.layers());
        let name = written.name();
        let named = layers.clone().find_map(|layer| layer.node_type);
        let words = written.directives_place().map(|list| texts(list.items())).unwrap_or_default();
        let filter = layers.clone().find_map(|layer| layer.node_filter);
        let mut template = NodeTemplate {
            id: format!("node_templates/{name}").into(),
            node_type: named.map(|name| self.reference(file, name)).unwrap_or_default(),
            description: Self::text(file, layers.clone().find_map(|layer| layer.description)),
            metadata: merged_metadata(file, layers.clone().filter_map(|layer| layer.metadata)),
            directives: if words.is_empty() { vec!["create".into()] } else { words },
            count: None,
            properties: Values::default(),
            attributes: Values::default(),
            capabilities: SharedMap::default(),
            requirements: Vec::new(),
            interfaces: SharedMap::default(),
            artifacts: Named::default(),
            node_filter: self.clauses(filter.map(|clause| file.node(clause.0)), None),
            source: self.source(written.key(), How::Written),
        };
        // A node that is only selected has its own.
        if written.is_selected {
            return template;
        }
        let integer = ValueType::built_in(BuiltIn::Integer);
        let count = layers.clone().map(|layer| layer.count()).find(|count| !count.is_absent());
        template.count = match count {
            Some(Slot::Given(count)) => Some(self.value(file.node(count.0), &integer)),
            Some(Slot::Unreadable) => None,
            Some(Slot::Absent) | None => Some(Expression::Integer(1)),
        };
        let Some(of) = self.types.defined(written.node_type) else { return template };
        let defaults = !written.may_be_selected;
        let properties = self.types.members(of, Fields::Properties);
        let attributes = self.types.members(of, Fields::Attributes);
        template.properties = self.properties(&properties, written.properties(), defaults);
        template.attributes = self.attributes(&attributes, written.attributes());
        let assigned = merged(file, layers.clone().filter_map(|layer| layer.capabilities.as_ref()));
        template.capabilities = self.capabilities(of, &assigned, defaults);
        let assigned = merged(file, layers.clone().filter_map(|layer| layer.artifacts.as_ref()));
        template.artifacts = self.artifacts(of, &assigned);
        let artifacts = self.artifact_set(template.artifacts.iter().map(|(name, _)| name));
        template.requirements = self.requirements(written, of, &artifacts);
        let interfaces = self.types.members(of, Interfaces);
        if !interfaces.is_empty() {
            let assigned = merged(file, layers.filter_map(|layer| layer.interfaces.as_ref()));
            template.interfaces = self.settled_interfaces(of.id, &interfaces, &assigned, &artifacts);
        }
        template
    }

    fn capabilities(
        &mut self,
        of: TypeView<'g>,
        assigned: &ByName<'g, (Node<'g>, &'g syntax::CapabilityAssignment)>,
        defaults: bool,
    ) -> SharedMap<CapabilityAssignment> {
        let members = self.types.members(of, Capabilities);
        let key = (of.id, defaults);
        let given = match self.sharing.capabilities.get(&key) {
            Some(known) => known.clone(),
            None => {
                let all = members.iter().map(|(name, id)| {
                    let capability = self.capability(id, None, defaults);
                    (Text::from(name), Shared::from(capability))
                });
                let all = SharedMap::from(all.collect::<Named<_>>());
                self.sharing.capabilities.insert(key, all.clone());
                all
            }
        };
        let mut own = given.clone();
        if !assigned.is_empty() {
            let all = members.iter().zip(given.iter()).map(|((name, id), (_, given))| {
                let capability = match assigned.get(name) {
                    Some((_, own)) => Shared::from(self.capability(id, Some(own), defaults)),
                    None => given.clone(),
                };
                (Text::from(name), capability)
            });
            own = all.collect::<Named<_>>().into();
        }
        self.sharing.settled(own, &given)
    }

    fn capability(
        &mut self,
        id: CapabilityId,
        own: Option<&'g syntax::CapabilityAssignment>,
        defaults: bool,
    ) -> CapabilityAssignment {
        let file = self.file;
        let properties = self.types.capability_fields(id, Fields::Properties);
        let attributes = self.types.capability_fields(id, Fields::Attributes);
        let used = self.types.capability(id).capability_type;
        let directives = own.and_then(|own| own.directives.as_ref());
        let given = own.map_or(Slot::Absent, |own| own.properties());
        let initial = own.map_or(Slot::Absent, |own| own.attributes());
        CapabilityAssignment {
            capability_type: used.map(|used| self.type_name(used.meaning)).unwrap_or_default(),
            description: Self::text(file, own.and_then(|own| own.description)),
            metadata: Self::metadata(file, own.and_then(|own| own.metadata)),
            properties: self.properties(&properties, Assignments::of(file, given), defaults),
            attributes: self.attributes(&attributes, Assignments::of(file, initial)),
            directives: directives.map(|list| texts(file.node(list.node).items())).unwrap_or_default(),
        }
    }

    /// The artifacts of the type, as the template replaces and adds to them.
    fn artifacts(
        &mut self,
        of: TypeView<'g>,
        assigned: &ByName<'g, (Node<'g>, &'g syntax::ArtifactDefinition)>,
    ) -> Named<Artifact> {
        let mut artifacts = self.artifacts_of(of);
        let inherited = artifacts.0.len();
        for (name, (key, definition)) in assigned {
            let mut artifact = self.artifact(self.file, definition);
            artifact.source = self.source(*key, How::Written);
            match artifacts.0[..inherited].iter_mut().find(|(own, _)| &**own == *name) {
                Some((_, replaced)) => *replaced = artifact,
                None => artifacts.push(name, artifact),
            }
        }
        artifacts
    }
}

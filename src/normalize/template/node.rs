//! Node templates (TOSCA 2.0 §7.2) with everything that their types define.

use serde::Serialize;

use crate::checks::substitution::SubstitutingServices;
use crate::keynames::Slot;
use crate::model::service::{Assignments, NodeTemplateView};
use crate::model::types::{BuiltIn, Capabilities, CapabilityId, Fields, Interfaces, TypeView};
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::{NormalExpression, Values};
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::shared::{Shared, SharedMap};
use crate::normalize::source::{How, Origin};
use crate::normalize::types::artifact::{self, NormalArtifact};
use crate::normalize::yaml::Yaml;
use crate::normalize::{shared, values};
use crate::syntax;
use crate::values::{EntityInstance, NodeInstance, ValueType};
use crate::yaml::YamlNode;

use super::interface::{self, InterfaceAssignment};
use super::properties::{ByName, merged, merged_metadata, texts};
use super::requirement::NormalRequirementAssignment;
use super::{properties, requirement};

/// A node of a service, or several equal ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalNodeTemplate {
    /// Its unique identifier in the model.
    pub id: NormalText,
    /// The node type.
    #[serde(rename = "type")]
    pub node_type: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Where the node comes from, in order of preference.
    pub directives: Vec<NormalText>,
    /// The number of nodes, or `None` if they are only selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<NormalExpression>,
    /// Values for properties.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: Values,
    /// Initial values for attributes.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub attributes: Values,
    /// Its capabilities.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub capabilities: SharedMap<CapabilityAssignment>,
    /// Its requirement assignments, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<NormalRequirementAssignment>,
    /// Its interfaces.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub interfaces: SharedMap<InterfaceAssignment>,
    /// Its artifacts.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub artifacts: NamedParts<NormalArtifact>,
    /// The known services that can substitute it, if that is one of its directives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub substitutes: Option<Vec<Substitute>>,
    /// The conditions that a selected node must satisfy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub node_filter: Vec<NormalExpression>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// A service that can substitute a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Substitute {
    /// The file of its service template, relative to the base of the document.
    pub file: NormalText,
    /// Whether it certainly can; otherwise that depends on values that are known later.
    pub certain: bool,
}

/// Returns the services that can substitute a node, if that is one of its directives.
pub(super) fn substitutes<'g>(cx: &mut Cx<'g>, template: NodeTemplateView<'g>) -> Option<Vec<Substitute>> {
    template.directives()?.contains(&"substitute").then_some(())?;
    let model = cx.model;
    let known = cx.substitutes.get_or_insert_with(|| SubstitutingServices::new(model));
    let services = known.of(&cx.checker, template);
    let graph = &cx.types.graph;
    let named = services.into_iter().map(|(file, certain)| {
        let file = cx.path_of(graph.file(file)).into();
        Substitute { file, certain }
    });
    Some(named.collect())
}

/// A capability of a node (§8.3).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CapabilityAssignment {
    /// The capability type.
    #[serde(rename = "type")]
    pub capability_type: NormalText,
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
    /// Whether relationships may come from inside or outside of a substituting service template.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub directives: Vec<NormalText>,
}

impl NormalNodeTemplate {
    pub(super) fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.node_type);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.texts("directives", self.directives.iter().map(|word| &**word));
        yaml.values("properties", &self.properties);
        yaml.values("attributes", &self.attributes);
        if !self.requirements.is_empty() {
            yaml.list("requirements", |yaml| {
                for requirement in &self.requirements {
                    yaml.source(&requirement.source);
                    yaml.item(|yaml| yaml.named(&requirement.name, |yaml| requirement.print(yaml)));
                }
            });
        }
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
        interface::print(&self.interfaces, yaml);
        artifact::print(&self.artifacts, yaml);
        yaml.optional_expression("count", self.count.as_ref());
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
        yaml.values("properties", &self.properties);
        yaml.values("attributes", &self.attributes);
        if !self.directives.is_empty() {
            yaml.texts("directives", self.directives.iter().map(|word| &**word));
        }
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
    }
}

/// Returns a node template.
pub(in crate::normalize) fn node_template<'g>(
    cx: &mut Cx<'g>,
    written: NodeTemplateView<'g>,
) -> NormalNodeTemplate {
    let (file, layers) = (cx.file, written.layers());
    let name = written.name();
    let named = layers.clone().find_map(|layer| layer.node_type);
    let words = written.directives_place().map(|list| texts(list.items())).unwrap_or_default();
    let filter = layers.clone().find_map(|layer| layer.node_filter);
    let mut template = NormalNodeTemplate {
        id: format!("node_templates/{name}").into(),
        node_type: named.map(|name| cx.reference(file, name)).unwrap_or_default(),
        description: Cx::text(file, layers.clone().find_map(|layer| layer.description)),
        metadata: merged_metadata(file, layers.clone().filter_map(|layer| layer.metadata)),
        directives: if words.is_empty() { vec!["create".into()] } else { words },
        count: None,
        properties: Values::default(),
        attributes: Values::default(),
        capabilities: SharedMap::default(),
        requirements: Vec::new(),
        interfaces: SharedMap::default(),
        artifacts: NamedParts::default(),
        substitutes: None,
        node_filter: values::clauses(cx, filter.map(|clause| file.node(clause.0)), None),
        source: cx.source(written.key(), How::Written),
    };
    // A node that is only selected keeps the values that it already has.
    if written.is_selected {
        return template;
    }
    let integer = ValueType::built_in(BuiltIn::Integer);
    let count = layers.clone().map(|layer| layer.count()).find(|count| !count.is_absent());
    template.count = match count {
        Some(Slot::Given(count)) => Some(values::value(cx, file.node(count.0), &integer)),
        Some(Slot::Unreadable) => None,
        Some(Slot::Absent) | None => Some(NormalExpression::Integer(1)),
    };
    let Some(ty) = cx.types.defined(written.node_type) else { return template };
    cx.checker.set_instance(Some(EntityInstance::Node(NodeInstance::of_template(written))));
    let defaults = !written.may_be_selected;
    let properties = cx.types.members(ty, Fields::Properties);
    let attributes = cx.types.members(ty, Fields::Attributes);
    template.properties = properties::properties(cx, &properties, written.properties(), defaults);
    template.attributes = properties::attributes(cx, &attributes, written.attributes());
    let assigned = merged(file, layers.clone().filter_map(|layer| layer.capabilities.as_ref()));
    template.capabilities = capabilities(cx, ty, &assigned, defaults);
    let assigned = merged(file, layers.clone().filter_map(|layer| layer.artifacts.as_ref()));
    template.artifacts = artifacts(cx, ty, &assigned);
    let artifacts = shared::artifact_set(cx, template.artifacts.iter().map(|(name, _)| name));
    template.requirements = requirement::requirements(cx, written, ty, &artifacts);
    let interfaces = cx.types.members(ty, Interfaces);
    if !interfaces.is_empty() {
        let assigned = merged(file, layers.filter_map(|layer| layer.interfaces.as_ref()));
        let node = cx.checker.set_instance(None);
        template.interfaces = interface::shared_interfaces(cx, ty.id, &interfaces, &assigned, &artifacts);
        cx.checker.set_instance(node);
    }
    cx.checker.set_instance(None);
    template
}

fn capabilities<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    assigned: &ByName<'g, (YamlNode<'g>, &'g syntax::CapabilityAssignment)>,
    defaults: bool,
) -> SharedMap<CapabilityAssignment> {
    let members = cx.types.members(ty, Capabilities);
    let key = (ty.id, defaults);
    let given = match cx.sharing.capabilities.get(&key) {
        Some(known) => known.clone(),
        None => {
            let node = cx.checker.set_instance(None);
            let all = members.iter().map(|(name, id)| {
                let capability = capability(cx, id, None, defaults);
                (NormalText::from(name), Shared::from(capability))
            });
            let all = SharedMap::from(all.collect::<NamedParts<_>>());
            cx.checker.set_instance(node);
            cx.sharing.capabilities.insert(key, all.clone());
            all
        }
    };
    let mut merged = given.clone();
    // Defaults with calls have a value for each node.
    let is_computed = |capability: &CapabilityAssignment| !capability.properties.are_constant();
    if !assigned.is_empty() || given.iter().any(|(_, capability)| is_computed(capability)) {
        let all = members.iter().zip(given.iter()).map(|((name, id), (_, given))| {
            let capability = match assigned.get(name) {
                Some((_, assignment)) => Shared::from(capability(cx, id, Some(assignment), defaults)),
                None if is_computed(given) => Shared::from(capability(cx, id, None, defaults)),
                None => given.clone(),
            };
            (NormalText::from(name), capability)
        });
        merged = all.collect::<NamedParts<_>>().into();
    }
    cx.sharing.share(merged, &given)
}

fn capability<'g>(
    cx: &mut Cx<'g>,
    id: CapabilityId,
    assignment: Option<&'g syntax::CapabilityAssignment>,
    defaults: bool,
) -> CapabilityAssignment {
    let file = cx.file;
    let properties = cx.types.capability_fields(id, Fields::Properties);
    let attributes = cx.types.capability_fields(id, Fields::Attributes);
    let used = cx.types.capability(id).capability_type;
    let directives = assignment.and_then(|assignment| assignment.directives.as_ref());
    let given = assignment.map_or(Slot::Absent, |assignment| assignment.properties());
    let initial = assignment.map_or(Slot::Absent, |assignment| assignment.attributes());
    CapabilityAssignment {
        capability_type: used.map(|used| cx.type_name(used.meaning)).unwrap_or_default(),
        description: Cx::text(file, assignment.and_then(|assignment| assignment.description)),
        metadata: Cx::metadata(file, assignment.and_then(|assignment| assignment.metadata)),
        properties: properties::properties(cx, &properties, Assignments::new(file, given), defaults),
        attributes: properties::attributes(cx, &attributes, Assignments::new(file, initial)),
        directives: directives.map(|list| texts(file.node(list.node).items())).unwrap_or_default(),
    }
}

/// Returns the artifacts of the type, with those that the template replaces or adds.
fn artifacts<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    assigned: &ByName<'g, (YamlNode<'g>, &'g syntax::ArtifactDefinition)>,
) -> NamedParts<NormalArtifact> {
    let mut artifacts = artifact::artifacts_of(cx, ty);
    let inherited = artifacts.0.len();
    for (name, (key, definition)) in assigned {
        let mut artifact = artifact::artifact(cx, cx.file, definition);
        artifact.source = cx.source(*key, How::Written);
        match artifacts.0[..inherited].iter_mut().find(|(artifact_name, _)| &**artifact_name == *name) {
            Some((_, replaced)) => *replaced = artifact,
            None => artifacts.push(name, artifact),
        }
    }
    artifacts
}

//! Substitution mappings (TOSCA 2.0 §15).

use serde::Serialize;

use crate::load::File;
use crate::model::service::SubstitutionView;
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::NormalExpression;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::source::{How, Origin};
use crate::normalize::values;
use crate::normalize::yaml::{Yaml, flow_list};
use crate::syntax::{MappingKey, RequirementTarget};
use crate::yaml::{NodeId, YamlNode, plain};

/// How a service substitutes a node of another service.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SubstitutionMapping {
    /// The type of the substituted node.
    pub node_type: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// The conditions that the substituted node must satisfy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub substitution_filter: Vec<NormalExpression>,
    /// The input to which each property is mapped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<FieldMapping>,
    /// The output to which each attribute is mapped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<FieldMapping>,
    /// The capability of a node to which each capability is mapped.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub capabilities: NamedParts<MemberOf>,
    /// The nodes or requirements to which each requirement is mapped, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<NormalRequirementMapping>,
    /// The workflow to which each operation is mapped.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub interfaces: NamedParts<NamedParts<NormalText>>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// A property or attribute, and the input or output to which it is mapped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FieldMapping {
    /// The capability that has it, or `None` if the node itself or a relationship has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<NormalText>,
    /// The requirement whose relationship has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requirement: Option<NormalText>,
    /// The relationship of that requirement: a number, or `ALL`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<NormalText>,
    /// Its name.
    pub name: NormalText,
    /// The input or output.
    pub to: NormalText,
}

/// A capability or requirement of a node template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MemberOf {
    /// The node template.
    pub node: NormalText,
    /// The name of the capability or requirement, or `None` if the target is a selected node itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<NormalText>,
}

/// A requirement, and the targets to which it is mapped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NormalRequirementMapping {
    /// The requirement.
    pub name: NormalText,
    /// The number of its assignments: a number or `UNBOUNDED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<NormalText>,
    /// The targets of the mapping.
    pub targets: Vec<MemberOf>,
}

impl MemberOf {
    fn flow(&self) -> String {
        match &self.name {
            Some(name) => flow_list([plain(&self.node), plain(name)].into_iter()),
            None => plain(&self.node),
        }
    }
}

impl FieldMapping {
    fn key(&self) -> String {
        let mut parts = Vec::new();
        if let Some(capability) = &self.capability {
            parts.extend(["CAPABILITY".to_owned(), plain(capability)]);
        }
        if let Some(requirement) = &self.requirement {
            parts.extend(["RELATIONSHIP".to_owned(), plain(requirement)]);
            parts.extend(self.index.as_deref().map(str::to_owned));
        }
        if parts.is_empty() {
            return plain(&self.name);
        }
        parts.push(plain(&self.name));
        flow_list(parts.into_iter())
    }
}

impl SubstitutionMapping {
    pub(super) fn print(&self, yaml: &mut Yaml) {
        yaml.text("node_type", &self.node_type);
        yaml.clause("substitution_filter", &self.substitution_filter);
        for (keyname, mappings) in [("properties", &self.properties), ("attributes", &self.attributes)] {
            if !mappings.is_empty() {
                yaml.map(keyname, |yaml| {
                    for mapping in mappings {
                        yaml.flow(&mapping.key(), &plain(&mapping.to));
                    }
                });
            }
        }
        if !self.capabilities.is_empty() {
            yaml.map("capabilities", |yaml| {
                for (name, member) in self.capabilities.iter() {
                    yaml.flow(&plain(name), &member.flow());
                }
            });
        }
        if !self.requirements.is_empty() {
            yaml.list("requirements", |yaml| {
                for mapping in &self.requirements {
                    let key = match &mapping.count {
                        Some(count) => flow_list([plain(&mapping.name), count.to_string()].into_iter()),
                        None => plain(&mapping.name),
                    };
                    let targets = match &mapping.targets[..] {
                        [only] => only.flow(),
                        several => flow_list(several.iter().map(MemberOf::flow)),
                    };
                    yaml.item(|yaml| yaml.flow(&key, &targets));
                }
            });
        }
        if !self.interfaces.is_empty() {
            yaml.map("interfaces", |yaml| {
                for (name, operations) in self.interfaces.iter() {
                    yaml.named(name, |yaml| {
                        for (operation, workflow) in operations.iter() {
                            yaml.flow(&plain(operation), &plain(workflow));
                        }
                    });
                }
            });
        }
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
    }
}

pub(super) fn substitution<'g>(cx: &mut Cx<'g>, substitution: SubstitutionView<'g>) -> SubstitutionMapping {
    let written = substitution.written();
    let file: &'g File = cx.file;
    let text = |id: NodeId| -> NormalText { file.node(id).text().into() };
    let fields = |entries: &[(MappingKey, NodeId)]| -> Vec<FieldMapping> {
        entries.iter().map(|(key, to)| field_mapping(file, key, *to)).collect()
    };
    let mut properties =
        written.properties.as_ref().map(|mappings| fields(&mappings.entries)).unwrap_or_default();
    let by_name = substitution.fed_by_name().map(YamlNode::id);
    properties.extend(by_name.map(|name| field_mapping(file, &MappingKey::Own(name), name)));
    let attributes = written.attributes.as_ref().map(|mappings| fields(&mappings.entries));
    let mut capabilities = NamedParts::default();
    for (name, mapping) in written.capabilities.iter().flat_map(|map| &map.entries) {
        let member = MemberOf { node: text(mapping.0.template.node), name: Some(text(mapping.0.name)) };
        capabilities.push(file.node(*name).text(), member);
    }
    let mut requirements = Vec::new();
    for mapping in written.requirements.iter().flat_map(|list| &list.entries) {
        let (name, count) = name_and_count(file.node(mapping.name), mapping.count.map(|id| file.node(id)));
        let targets = mapping.targets.iter().map(|target| match target {
            RequirementTarget::Requirement(pair) => {
                MemberOf { node: text(pair.template.node), name: Some(text(pair.name)) }
            }
            RequirementTarget::Selected(name) => MemberOf { node: text(name.node), name: None },
        });
        requirements.push(NormalRequirementMapping { name, count, targets: targets.collect() });
    }
    let mut interfaces = NamedParts::default();
    for (name, operations) in written.interfaces.iter().flat_map(|map| &map.entries) {
        let entries = operations.0.entries.iter();
        let operations = entries.map(|(name, workflow)| (text(*name), text(workflow.node)));
        interfaces.push(file.node(*name).text(), operations.collect::<NamedParts<NormalText>>());
    }
    SubstitutionMapping {
        node_type: written.node_type.map(|name| cx.reference(file, name)).unwrap_or_default(),
        description: Cx::text(file, written.description),
        metadata: Cx::metadata(file, written.metadata),
        substitution_filter: values::clauses(
            cx,
            written.substitution_filter.map(|clause| file.node(clause.0)),
            None,
        ),
        properties,
        attributes: attributes.unwrap_or_default(),
        capabilities,
        requirements,
        interfaces,
        source: cx.source(substitution.node(), How::Written),
    }
}

fn field_mapping(file: &File, key: &MappingKey, to: NodeId) -> FieldMapping {
    let text = |id: NodeId| -> NormalText { file.node(id).text().into() };
    let (capability, requirement, index, name) = match key {
        MappingKey::Own(name) => (None, None, None, *name),
        MappingKey::Capability(capability, name) => (Some(text(*capability)), None, None, *name),
        MappingKey::Relationship(requirement, index, name) => {
            (None, Some(text(*requirement)), index.map(text), *name)
        }
    };
    FieldMapping { capability, requirement, index, name: text(name), to: text(to) }
}

/// Returns the requirement and the number of its assignments, even if both are in one string.
fn name_and_count(name: YamlNode<'_>, count: Option<YamlNode<'_>>) -> (NormalText, Option<NormalText>) {
    match count {
        Some(count) if count.id() == name.id() => {
            let inner = name.text().trim_start_matches('[').trim_end_matches(']');
            let (name, count) = inner.split_once(',').unwrap_or((inner, ""));
            (name.trim().into(), Some(count.trim().into()))
        }
        count => (name.text().into(), count.map(|count| count.text().into())),
    }
}

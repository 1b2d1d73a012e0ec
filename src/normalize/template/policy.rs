//! Groups (TOSCA 2.0 §16.2) and policies (§16.4), with the nodes that they contain.

use serde::Serialize;

use crate::model::service::{Assignments, GroupView, PolicyView, ServiceView};
use crate::model::types::Fields;
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::Values;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::source::{How, Origin};
use crate::normalize::types::policy::{self, NormalTrigger};
use crate::normalize::yaml::Yaml;
use crate::yaml::YamlNode;

use super::properties;
use super::properties::texts;

/// A set of nodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Group {
    /// Its unique identifier in the model.
    pub id: NormalText,
    /// The group type.
    #[serde(rename = "type")]
    pub group_type: NormalText,
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
    /// Its members: node templates and groups.
    pub members: Vec<NormalText>,
    /// The node templates that are members, directly or through groups.
    pub nodes: Vec<NormalText>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// A policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Policy {
    /// Its unique identifier in the model.
    pub id: NormalText,
    /// Its name.
    pub name: NormalText,
    /// The policy type.
    #[serde(rename = "type")]
    pub policy_type: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Values for properties.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: Values,
    /// What it applies to: node templates and groups.
    pub targets: Vec<NormalText>,
    /// The node templates that are targets, directly or through groups.
    pub nodes: Vec<NormalText>,
    /// Its own triggers, in addition to those of the type.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub triggers: NamedParts<NormalTrigger>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl Group {
    pub(super) fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.group_type);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.values("properties", &self.properties);
        yaml.values("attributes", &self.attributes);
        if !self.members.is_empty() {
            yaml.texts("members", self.members.iter().map(|name| &**name));
        }
    }
}

impl Policy {
    pub(super) fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.policy_type);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.values("properties", &self.properties);
        if !self.targets.is_empty() {
            yaml.texts("targets", self.targets.iter().map(|name| &**name));
        }
        policy::print(&self.triggers, yaml);
    }
}

pub(super) fn group<'g>(cx: &mut Cx<'g>, group: GroupView<'g>) -> Group {
    let (service, written) = (group.service(), group.written());
    let (file, key) = (service.file(), group.key());
    let meaning = group.group_type();
    let ty = meaning.and_then(|meaning| cx.types.defined(meaning));
    let list = written.members.as_ref().map(|members| file.node(members.0.node));
    let named: Vec<YamlNode<'g>> = list.into_iter().flat_map(YamlNode::items).collect();
    let nodes = nodes(service, named.iter().copied());
    let (mut properties, mut attributes) = (Values::default(), Values::default());
    if let Some(ty) = ty {
        let known = cx.types.members(ty, Fields::Properties);
        properties = properties::properties(cx, &known, Assignments::new(file, written.properties()), true);
        let known = cx.types.members(ty, Fields::Attributes);
        attributes = properties::attributes(cx, &known, Assignments::new(file, written.attributes()));
    }
    Group {
        id: format!("groups/{}", key.text()).into(),
        group_type: meaning.map(|meaning| cx.type_name(meaning)).unwrap_or_default(),
        description: Cx::text(file, written.description),
        metadata: Cx::metadata(file, written.metadata),
        properties,
        attributes,
        nodes,
        members: texts(named.into_iter()),
        source: cx.source(key, How::Written),
    }
}

/// Returns a policy; `repeated` is the number of policies before it that have the same name.
pub(super) fn policy<'g>(cx: &mut Cx<'g>, repeated: usize, policy: PolicyView<'g>) -> Policy {
    let (service, written) = (policy.service(), policy.written());
    let (file, key) = (service.file(), policy.key());
    let meaning = policy.policy_type();
    let ty = meaning.and_then(|meaning| cx.types.defined(meaning));
    let list = written.targets.as_ref().map(|targets| file.node(targets.0.node));
    let named: Vec<YamlNode<'g>> = list.into_iter().flat_map(YamlNode::items).collect();
    let nodes = nodes(service, named.iter().copied());
    let properties = match ty {
        Some(ty) => {
            let known = cx.types.members(ty, Fields::Properties);
            properties::properties(cx, &known, Assignments::new(file, written.properties()), true)
        }
        None => Values::default(),
    };
    let mut triggers = NamedParts::default();
    for (key, trigger) in written.triggers.iter().flat_map(|map| &map.entries) {
        let key = file.node(*key);
        let mut trigger = policy::trigger(cx, file, trigger);
        trigger.source = cx.source(key, How::Written);
        triggers.push(key.text(), trigger);
    }
    Policy {
        id: match repeated {
            0 => format!("policies/{}", key.text()).into(),
            index => format!("policies/{}/{index}", key.text()).into(),
        },
        name: key.text().into(),
        policy_type: meaning.map(|meaning| cx.type_name(meaning)).unwrap_or_default(),
        description: Cx::text(file, written.description),
        metadata: Cx::metadata(file, written.metadata),
        properties,
        nodes,
        targets: texts(named.into_iter()),
        triggers,
        source: cx.source(key, How::Written),
    }
}

/// Returns the node templates that names of templates and groups mean, each once.
pub(super) fn nodes<'g>(
    service: ServiceView<'g>,
    names: impl DoubleEndedIterator<Item = YamlNode<'g>>,
) -> Vec<NormalText> {
    let reached = service.reached(names.map(YamlNode::id), usize::MAX);
    reached.into_iter().map(|template| template.name().into()).collect()
}

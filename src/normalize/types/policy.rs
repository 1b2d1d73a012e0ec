//! Group types (TOSCA 2.0 §16.1), policy types (§16.3) and triggers (§16.5).

use serde::Serialize;

use crate::load::File;
use crate::model::types::{Fields, MEMBERS, TARGETS, Triggers, TypeView};
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::NormalExpression;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::source::Origin;
use crate::normalize::template::activity::{self, NormalActivity};
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::syntax::TriggerDefinition;

use super::field::{self, NormalField};
use super::head::NormalHead;
use super::{head, names};

/// A group type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GroupType {
    /// Name, ancestors and description.
    #[serde(flatten)]
    pub head: NormalHead,
    /// Its properties.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: NamedParts<NormalField>,
    /// Its attributes.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub attributes: NamedParts<NormalField>,
    /// The types of its members; all types without a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<NormalText>>,
}

/// A policy type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PolicyType {
    /// Name, ancestors and description.
    #[serde(flatten)]
    pub head: NormalHead,
    /// Its properties.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: NamedParts<NormalField>,
    /// The types of its targets; all types without a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<NormalText>>,
    /// Its triggers.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub triggers: NamedParts<NormalTrigger>,
}

/// A trigger: the activities of a policy for an event.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalTrigger {
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// The event.
    pub event: NormalText,
    /// The conditions that must be satisfied.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub condition: Vec<NormalExpression>,
    /// Its activities, in order.
    pub action: Vec<NormalActivity>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl GroupType {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        self.head.print(yaml);
        field::print("properties", &self.properties, yaml);
        field::print("attributes", &self.attributes, yaml);
        names("members", self.members.as_deref(), yaml);
    }
}

impl PolicyType {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        self.head.print(yaml);
        field::print("properties", &self.properties, yaml);
        names("targets", self.targets.as_deref(), yaml);
        print(&self.triggers, yaml);
    }
}

/// Prints triggers below their keyname.
pub(in crate::normalize) fn print(triggers: &NamedParts<NormalTrigger>, yaml: &mut Yaml) {
    if triggers.is_empty() {
        return;
    }
    yaml.map("triggers", |yaml| {
        for (name, trigger) in triggers.iter() {
            yaml.source(&trigger.source);
            yaml.named(name, |yaml| {
                yaml.optional("description", trigger.description.as_deref());
                yaml.metadata(&trigger.metadata);
                yaml.text("event", &trigger.event);
                yaml.clause("condition", &trigger.condition);
                activity::print("action", &trigger.action, yaml);
            });
        }
    });
}

pub(in crate::normalize) fn group_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> GroupType {
    let properties = cx.types.members(ty, Fields::Properties);
    let attributes = cx.types.members(ty, Fields::Attributes);
    let members = MEMBERS.effective(cx.types, ty);
    GroupType {
        head: head::head(cx, ty),
        properties: field::fields(cx, &properties, ty.id),
        attributes: field::fields(cx, &attributes, ty.id),
        members: members.map(|list| cx.type_list(list)),
    }
}

pub(in crate::normalize) fn policy_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> PolicyType {
    let properties = cx.types.members(ty, Fields::Properties);
    let targets = TARGETS.effective(cx.types, ty);
    let members = cx.types.members(ty, Triggers);
    let mut triggers = NamedParts::default();
    for (name, id) in members.iter() {
        let key = cx.types.key_of(id);
        let Some((file, written)) = cx.types.trigger(id).written() else { continue };
        let mut trigger = trigger(cx, file, written);
        trigger.source = cx.source_of(key, id.owner(), ty.id);
        triggers.push(name, trigger);
    }
    PolicyType {
        head: head::head(cx, ty),
        properties: field::fields(cx, &properties, ty.id),
        targets: targets.map(|list| cx.mixed_list(list)),
        triggers,
    }
}

/// Returns a trigger of `file`.
pub(in crate::normalize) fn trigger<'g>(
    cx: &mut Cx<'g>,
    file: &'g File,
    written: &'g TriggerDefinition,
) -> NormalTrigger {
    let action = written.action.iter().flat_map(|list| &list.items);
    NormalTrigger {
        description: Cx::text(file, written.description),
        metadata: Cx::metadata(file, written.metadata),
        event: Cx::node_text(written.event.map(|event| file.node(event.0))).unwrap_or_default(),
        condition: values::clauses(cx, written.condition.map(|clause| file.node(clause.0)), None),
        action: action.filter_map(|activity| activity::activity(cx, file, &activity.0)).collect(),
        source: None,
    }
}

//! Group types (TOSCA 2.0 §16.1), policy types (§16.3) and triggers (§16.5).

use serde::Serialize;

use crate::load::File;
use crate::model::types::{Fields, MEMBERS, TARGETS, Triggers, TypeView};
use crate::normalize::context::Cx;
use crate::normalize::data::Metadata;
use crate::normalize::expression::Expression;
use crate::normalize::named::{Named, Text};
use crate::normalize::source::Origin;
use crate::normalize::template::activity::{self, Activity};
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::syntax::TriggerDefinition;

use super::field::{self, Field};
use super::head::Head;
use super::{head, names};

/// A group type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GroupType {
    /// What it says of itself.
    #[serde(flatten)]
    pub head: Head,
    /// What can be set on a group.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub properties: Named<Field>,
    /// What can be observed of a group at run time.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub attributes: Named<Field>,
    /// The types of its members; all where there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<Text>>,
}

/// A policy type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PolicyType {
    /// What it says of itself.
    #[serde(flatten)]
    pub head: Head,
    /// What can be set on a policy.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub properties: Named<Field>,
    /// The types of its targets; all where there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<Text>>,
    /// What happens when.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub triggers: Named<Trigger>,
}

/// What a policy does when something happens.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Trigger {
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Free information.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Metadata,
    /// What happens.
    pub event: Text,
    /// The conditions under which something is done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub condition: Vec<Expression>,
    /// What is done, in order.
    pub action: Vec<Activity>,
    /// Where it is defined.
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

/// Triggers below their keyname.
pub(in crate::normalize) fn print(triggers: &Named<Trigger>, yaml: &mut Yaml) {
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

pub(in crate::normalize) fn group_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) -> GroupType {
    let properties = cx.types.members(of, Fields::Properties);
    let attributes = cx.types.members(of, Fields::Attributes);
    let members = MEMBERS.in_force(cx.types, of);
    GroupType {
        head: head::head(cx, of),
        properties: field::fields(cx, &properties, of.id),
        attributes: field::fields(cx, &attributes, of.id),
        members: members.map(|list| cx.type_list(list)),
    }
}

pub(in crate::normalize) fn policy_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>) -> PolicyType {
    let properties = cx.types.members(of, Fields::Properties);
    let targets = TARGETS.in_force(cx.types, of);
    let members = cx.types.members(of, Triggers);
    let mut triggers = Named::default();
    for (name, id) in members.iter() {
        let key = cx.types.key_of(id);
        let Some((file, written)) = cx.types.trigger(id).written() else { continue };
        let mut trigger = trigger(cx, file, written);
        trigger.source = cx.source_of(key, id.owner(), of.id);
        triggers.push(name, trigger);
    }
    PolicyType {
        head: head::head(cx, of),
        properties: field::fields(cx, &properties, of.id),
        targets: targets.map(|list| cx.mixed_list(list)),
        triggers,
    }
}

/// A trigger of `file`.
pub(in crate::normalize) fn trigger<'g>(
    cx: &mut Cx<'g>,
    file: &'g File,
    written: &'g TriggerDefinition,
) -> Trigger {
    let action = written.action.iter().flat_map(|list| &list.items);
    Trigger {
        description: Cx::text(file, written.description),
        metadata: Cx::metadata(file, written.metadata),
        event: Cx::node_text(written.event.map(|event| file.node(event.0))).unwrap_or_default(),
        condition: values::clauses(cx, written.condition.map(|clause| file.node(clause.0)), None),
        action: action.filter_map(|activity| activity::activity(cx, file, &activity.0)).collect(),
        source: None,
    }
}

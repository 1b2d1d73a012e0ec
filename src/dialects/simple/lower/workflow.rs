//! Workflows (L34): preconditions become one condition; steps and activities are nearly the same.

use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::{Kind, YamlNode};

use super::super::versions::V1_3;
use super::condition::{self, Condition};
use super::shapes::{ANY, ANYTHING, METADATA, TEXT, TEXTS, copy, lose, values};
use super::{function, operation, property};

table! {
    /// A workflow.
    pub(in crate::dialects) WORKFLOW "workflow definition" "3.8.7" {
        /// What the workflow does.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What it is given.
        "inputs": Expected::Map(&Expected::Entity(|| &property::PARAMETER.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| rewriter.map(value, property::parameter));
        };
        /// The conditions under which it may run.
        "preconditions": Expected::List(&Expected::Entity(|| &PRECONDITION.meta)) => preconditions, lost;
        /// Its steps.
        "steps": Expected::Map(&Expected::Entity(|| &STEP.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| rewriter.map(value, step));
        };
        /// What carries it out, in place of steps.
        "implementation": ANY => operation::implementation, since(V1_3);
        /// The attributes that its results are stored in.
        "outputs": ANYTHING => operation::mappings, since(V1_3);
    }
}

table! {
    /// What must hold before a workflow runs.
    pub(in crate::dialects) PRECONDITION "workflow precondition definition" "3.6.25" {
        /// The node template or group that is tested.
        "target": TEXT => copy, mandatory;
        /// The requirement of the target whose relationship is tested.
        "target_relationship": TEXT => copy;
        /// What must hold.
        "condition": ANY => copy;
    }
}

table! {
    /// A step of a workflow.
    pub(in crate::dialects) STEP "workflow step definition" "3.6.26" {
        /// The node template or group that it acts on.
        "target": TEXT => copy;
        /// The requirement of the target whose relationship it acts on.
        "target_relationship": TEXT => copy;
        /// Where its operations run.
        "operation_host": TEXT => lose, lost;
        /// The conditions under which it acts.
        "filter": ANY => filter;
        /// What it does, in order.
        "activities": Expected::List(&ANY) => activities;
        /// The steps that follow when all went well.
        "on_success": TEXTS => copy;
        /// The steps that follow when something failed.
        "on_failure": TEXTS => copy;
        /// What the step is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
    }
}

table! {
    /// An activity with values for the inputs of what it calls.
    pub(in crate::dialects) CALL "activity definition" "3.6.23" {
        /// The workflow.
        "workflow": TEXT => copy;
        /// The operation: `interface.operation`.
        "operation": TEXT => copy;
        /// Values for the inputs.
        "inputs": ANYTHING => inputs;
    }
}

/// The workflows of a service.
pub(in crate::dialects) fn workflows<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) {
    rewriter.part(key, value, |rewriter, value| {
        rewriter.map(value, |rewriter, workflow| rewriter.entity(&WORKFLOW, workflow));
    });
}

fn step<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.entity(&STEP, node);
}

/// Writes preconditions: all of them must be true. Attributes are read from their targets.
fn preconditions<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    let mut parts = Vec::new();
    for item in value.items().chain(Some(value).filter(|value| value.is_mapping())) {
        rewriter.check_keynames(&PRECONDITION, item);
        let (Some(target), Some(clause)) = (item.get("target"), item.get("condition")) else { continue };
        if rewriter.tree().root().is_some_and(|root| is_group(root, target.text())) {
            // A path cannot start at a group.
            rewriter.lose_as("precondition", item);
            continue;
        }
        let mut root = vec![target.text()];
        if let Some(relationship) = item.get("target_relationship") {
            root.extend(["RELATIONSHIP", relationship.text()]);
        }
        parts.push(condition::clause(rewriter, clause, &root));
    }
    let condition = Condition::And(parts);
    rewriter.applied("L34", key);
    if !condition.is_empty() {
        rewriter.key("precondition", key);
        condition.write(rewriter, value.span());
    }
}

fn is_group(root: YamlNode<'_>, name: &str) -> bool {
    let topology = root.get("topology_template");
    let has = |section| topology.and_then(|topology| topology.get(section)?.get(name)).is_some();
    has("groups") && !has("node_templates")
}

/// Writes the conditions of a step, on its target.
fn filter<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    let condition = condition::clause(rewriter, value, &["SELF"]);
    rewriter.applied("L34", key);
    if !condition.is_empty() {
        rewriter.same_key(key);
        rewriter.open_list_like(value);
        condition.write(rewriter, value.span());
        rewriter.close();
    }
}

/// Writes the activities of a step or trigger.
pub(super) fn activities<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| rewriter.list(value, activity));
}

/// Writes an activity: a map whose only key is its kind.
pub(super) fn activity<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.map(
        node,
        |rewriter, body| {
            if body.is_mapping() { rewriter.entity(&CALL, body) } else { rewriter.copy(body) }
        },
    );
}

/// Writes values for inputs; some files have a list of maps.
fn inputs<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    if value.kind() != Kind::Sequence {
        return values(rewriter, key, value);
    }
    rewriter.applied("L34", key);
    rewriter.same_key(key);
    rewriter.open_map_like(value);
    for (name, value) in value.items().flat_map(YamlNode::all_entries) {
        rewriter.same_key(name);
        function::value(rewriter, value);
    }
    rewriter.close();
}

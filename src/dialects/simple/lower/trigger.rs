//! Triggers of policies (L35): an event, a condition on the targets of the policy, and actions.

use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::{Kind, YamlNode};

use super::super::versions::{V1_2, V1_3};
use super::shapes::{ANY, METADATA, TEXT, copy, lose};
use super::workflow;
use super::{condition, constraint};

table! {
    /// What a policy does when something happens.
    pub(in crate::dialects) TRIGGER "trigger definition" "3.6.22" {
        /// What the trigger is for.
        "description": TEXT => copy;
        /// What happens.
        "event": ANY => event, mandatory, since(V1_3), lost;
        /// What happens, in versions before 1.3.
        "event_type": ANY => event, until(V1_2), lost;
        /// When the trigger is looked at.
        "schedule": ANY => lose, lost;
        /// The node, requirement or capability that is looked at.
        "target_filter": ANY => lose, lost;
        /// What must hold.
        "condition": ANY => condition, lost;
        /// What must hold, in versions before 1.3.
        "constraint": ANY => condition, until(V1_2), lost;
        /// How long it must hold.
        "period": ANY => lose, lost, until(V1_2);
        /// How often it must hold.
        "evaluations": ANY => lose, lost, until(V1_2);
        /// How what is measured is combined.
        "method": ANY => lose, lost, until(V1_2);
        /// What is done, in order.
        "action": Expected::List(&ANY) => action, mandatory, lost;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What is measured, in drafts.
        "metric": ANY => lose, lost;
        /// What is measured, in OpenStack.
        "meter_name": ANY => lose, lost;
    }
}

table! {
    /// A condition with how long and how often it must hold.
    pub(in crate::dialects) CONDITION "trigger condition" "3.6.22" {
        /// What must hold.
        "constraint": ANY => copy;
        /// How long it must hold.
        "period": ANY => lose, lost;
        /// How often it must hold.
        "evaluations": ANY => lose, lost;
        /// How what is measured is combined.
        "method": ANY => lose, lost;
        /// The bound of what is measured, in OpenStack.
        "threshold": ANY => lose, lost;
        /// How what is measured is compared with it, in OpenStack.
        "comparison_operator": ANY => lose, lost;
        /// How long what is measured is combined, in OpenStack.
        "granularity": ANY => lose, lost;
        /// How what is measured is combined, in OpenStack.
        "aggregation_method": ANY => lose, lost;
        /// What is measured, in OpenStack.
        "resource_type": ANY => lose, lost;
    }
}

/// Writes the triggers of a policy: a map; some files have a list.
pub(in crate::dialects) fn triggers<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    if value.kind() != Kind::Sequence {
        return rewriter.part(key, value, |rewriter, value| rewriter.map(value, trigger));
    }
    rewriter.applied("L35", key);
    rewriter.same_key(key);
    rewriter.open_map_like(value);
    for (name, body) in value.items().flat_map(YamlNode::all_entries) {
        rewriter.same_key(name);
        trigger(rewriter, body);
    }
    rewriter.close();
}

fn trigger<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.entity(&TRIGGER, node);
}

/// Writes the event: its name, or a map with its type.
fn event<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.key("event", key);
    match value.get("type") {
        Some(name) => {
            rewriter.applied("L35", key);
            rewriter.string(name.text(), name);
            for (keyname, detail) in value.entries().filter(|(keyname, _)| keyname.text() != "type") {
                rewriter.lose(keyname, detail);
            }
        }
        // Written as a new node, so that the type of an event is not interpreted as a notification.
        None if value.is_string() => rewriter.string(value.text(), value),
        None => rewriter.copy(value),
    }
}

/// Writes the condition, which may be in a map together with its duration and frequency.
fn condition<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    let is_wrapped = value.entries().any(|(key, _)| CONDITION.meta.keyname_at(key).is_some());
    let clause = if is_wrapped { value.get("constraint") } else { Some(value) };
    rewriter.applied("L35", key);
    if is_wrapped {
        rewriter.check_keynames(&CONDITION, value);
        for (keyname, detail) in value.entries().filter(|(keyname, _)| keyname.text() != "constraint") {
            rewriter.lose(keyname, detail);
        }
    }
    let Some(clause) = clause else { return };
    if clause.kind() == Kind::Scalar || constraint::is_clause(clause) {
        // A word of some tool, or a comparison without a subject.
        return rewriter.lose(key, clause);
    }
    let root_path = root_path(rewriter);
    let condition = condition::clause(rewriter, clause, &root_path);
    if !condition.is_empty() {
        rewriter.key("condition", key);
        condition.write(rewriter, clause.span());
    }
}

/// Returns the path to the attributes in a condition: to the node template that the filter names, or its
/// capability or relationship, or to any target of the policy.
fn root_path<'t>(rewriter: &Rewriter<'t>) -> Vec<&'t str> {
    let Some(filter) = rewriter.sibling("target_filter") else { return vec!["SELF"] };
    let name = filter.get("node").map_or("", YamlNode::text);
    let templates =
        rewriter.tree().root().and_then(|root| root.get("topology_template")?.get("node_templates"));
    let is_template = templates.is_some_and(|templates| templates.get(name).is_some());
    let mut words = vec![if is_template { name } else { "SELF" }];
    if let Some(capability) = filter.get("capability").filter(|_| filter.get("requirement").is_none()) {
        words.extend(["CAPABILITY", capability.text()]);
    } else if let Some(requirement) = filter.get("requirement") {
        words.extend(["RELATIONSHIP", requirement.text()]);
        words.push(if filter.get("capability").is_some() { "CAPABILITY" } else { "TARGET" });
    }
    words
}

/// Writes the actions: a list of activities; before 1.3 the name of a workflow, or a map from a name to an
/// operation.
fn action<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    match value.kind() {
        Kind::Sequence => rewriter.part(key, value, |rewriter, value| {
            rewriter.list(value, |rewriter, item| {
                if item.is_string() {
                    write_named_activity(rewriter, item);
                } else {
                    workflow::activity(rewriter, item);
                }
            });
        }),
        Kind::Scalar if !value.is_null() => {
            rewriter.applied("L35", key);
            rewriter.same_key(key);
            rewriter.open_list(value);
            write_named_activity(rewriter, value);
            rewriter.close();
        }
        Kind::Mapping if value.entries().next().is_some() => {
            rewriter.applied("L35", key);
            rewriter.same_key(key);
            rewriter.open_list_like(value);
            for (name, operation) in value.entries() {
                write_named_activity(rewriter, name);
                if !operation.is_null() {
                    rewriter.lose(name, operation);
                }
            }
            rewriter.close();
        }
        _ => rewriter.entry(key, value),
    }
}

/// Writes the activity for a name: a workflow of this service is called `inline`, anything else is left to
/// the orchestrator.
fn write_named_activity<'t>(rewriter: &mut Rewriter<'t>, name: YamlNode<'t>) {
    let topology = rewriter.tree().root().and_then(|root| root.get("topology_template"));
    let is_workflow = topology.and_then(|topology| topology.get("workflows")?.get(name.text())).is_some();
    rewriter.open_map(name);
    rewriter.string(if is_workflow { "inline" } else { "delegate" }, name);
    rewriter.copy(name);
    rewriter.close();
}

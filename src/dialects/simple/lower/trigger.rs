//! Triggers of policies (L35): an event, a condition on what the policy is about, and what is done.

use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::{Kind, Node};

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

/// The triggers of a policy: a map; some write a list.
pub(in crate::dialects) fn triggers<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    if value.kind() != Kind::Sequence {
        return rewriter.part(key, value, |rewriter, value| rewriter.map(value, trigger));
    }
    rewriter.applied("L35", key);
    rewriter.same_key(key);
    rewriter.open_map_like(value);
    for (name, body) in value.items().flat_map(Node::all_entries) {
        rewriter.same_key(name);
        trigger(rewriter, body);
    }
    rewriter.close();
}

fn trigger<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>) {
    rewriter.entity(&TRIGGER, node);
}

/// The event: its name, or a map with its type.
fn event<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    rewriter.key("event", key);
    match value.get("type") {
        Some(name) => {
            rewriter.applied("L35", key);
            rewriter.string(name.text(), name);
            for (more, detail) in value.entries().filter(|(more, _)| more.text() != "type") {
                rewriter.lose(more, detail);
            }
        }
        // Written anew, so that nobody takes the type of an event for a notification.
        None if value.as_str().is_some() => rewriter.string(value.text(), value),
        None => rewriter.copy(value),
    }
}

/// The condition, which may be wrapped in a map with how long and how often it must hold.
fn condition<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    let long = value.entries().any(|(key, _)| CONDITION.meta.keyname(key.text()).is_some());
    let clause = if long { value.get("constraint") } else { Some(value) };
    rewriter.applied("L35", key);
    if long {
        rewriter.check_keynames(&CONDITION, value);
        for (more, detail) in value.entries().filter(|(more, _)| more.text() != "constraint") {
            rewriter.lose(more, detail);
        }
    }
    let Some(clause) = clause else { return };
    if clause.kind() == Kind::Scalar || constraint::is_clause(clause) {
        // Some word of a tool, or a comparison that does not say of what.
        return rewriter.lose(key, clause);
    }
    let root = root(rewriter);
    let condition = condition::clause(rewriter, clause, &root);
    if !condition.is_empty() {
        rewriter.key("condition", key);
        condition.write(rewriter, clause.span());
    }
}

/// What the attributes in a condition belong to: the node template that the filter names, or its
/// capability or relationship; else whatever the policy is about.
fn root<'t>(rewriter: &Rewriter<'t>) -> Vec<&'t str> {
    let Some(filter) = rewriter.sibling("target_filter") else { return vec!["SELF"] };
    let name = filter.get("node").map_or("", Node::text);
    let templates =
        rewriter.tree().root().and_then(|root| root.get("topology_template")?.get("node_templates"));
    let named = templates.is_some_and(|templates| templates.get(name).is_some());
    let mut words = vec![if named { name } else { "SELF" }];
    if let Some(capability) = filter.get("capability").filter(|_| filter.get("requirement").is_none()) {
        words.extend(["CAPABILITY", capability.text()]);
    } else if let Some(requirement) = filter.get("requirement") {
        words.extend(["RELATIONSHIP", requirement.text()]);
        words.push(if filter.get("capability").is_some() { "CAPABILITY" } else { "TARGET" });
    }
    words
}

/// What is done: a list of activities; before 1.3 the name of a workflow, or a map from a name to an operation.
fn action<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    match value.kind() {
        Kind::Sequence => rewriter.part(key, value, |rewriter, value| {
            rewriter.list(value, |rewriter, item| {
                if item.as_str().is_some() {
                    handed_over(rewriter, item);
                } else {
                    workflow::activity(rewriter, item);
                }
            });
        }),
        Kind::Scalar if !value.is_null() => {
            rewriter.applied("L35", key);
            rewriter.same_key(key);
            rewriter.open_list(value);
            handed_over(rewriter, value);
            rewriter.close();
        }
        Kind::Mapping if value.entries().next().is_some() => {
            rewriter.applied("L35", key);
            rewriter.same_key(key);
            rewriter.open_list_like(value);
            for (name, operation) in value.entries() {
                handed_over(rewriter, name);
                if !operation.is_null() {
                    rewriter.lose(name, operation);
                }
            }
            rewriter.close();
        }
        _ => rewriter.entry(key, value),
    }
}

/// An activity for a name alone: a workflow of this service is run in place, anything else is left to the
/// orchestrator.
fn handed_over<'t>(rewriter: &mut Rewriter<'t>, name: Node<'t>) {
    let topology = rewriter.tree().root().and_then(|root| root.get("topology_template"));
    let known = topology.and_then(|topology| topology.get("workflows")?.get(name.text())).is_some();
    rewriter.open_map(name);
    rewriter.string(if known { "inline" } else { "delegate" }, name);
    rewriter.copy(name);
    rewriter.close();
}

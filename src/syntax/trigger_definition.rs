//! Trigger definitions (TOSCA 2.0 §16.5).

use crate::keynames::{List, Metadata, Reader, TextNode, entity};
use crate::yaml::YamlNode;

use super::workflow_definition::no_activities;
use super::{Activity, Clause, Name};

entity! {
    /// What a policy does when something happens.
    TriggerDefinition "trigger definition" "16.5" {
        /// What the trigger is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What happens: `interface.notification` or another event.
        "event" event: Name [mandatory_unless_refined, formerly(&["event_type"])];
        /// The condition under which the trigger acts.
        "condition" condition: Clause [formerly(&["constraint"])];
        /// The activities to perform, in order.
        "action" action: List<Activity> [mandatory_unless_refined, formerly(&["actions"])];
    }
    overwritten;
    retired(&[
        ("schedule", "make the times properties of the policy; TOSCA 2.0 has no `schedule`"),
        ("target_filter", "list the `targets` of the policy, and test them in `condition`; TOSCA 2.0 has no `target_filter`"),
        ("period", "make it a property of the policy; TOSCA 2.0 has no `period`"),
        ("evaluations", "make it a property of the policy; TOSCA 2.0 has no `evaluations`"),
        ("method", "make it a property of the policy; TOSCA 2.0 has no `method`"),
    ]);
    => check
}

fn check(trigger: &TriggerDefinition, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    no_activities(trigger.action.as_ref(), node, "a trigger", reader);
}

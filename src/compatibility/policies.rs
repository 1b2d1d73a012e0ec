//! Triggers of policy types (TOSCA 2.0 §16.5), which are overwritten as a whole.

use crate::model::types::{Body, Triggers, TypeView, Types};
use crate::yaml::YamlNode;

use super::change::Impact;
use super::comparison::Comparison;
use super::members::{ByName, Family};

/// A trigger.
#[derive(Clone, Copy)]
struct Trigger<'g> {
    /// The key that names it.
    key: YamlNode<'g>,
    /// Its definition.
    definition: Option<YamlNode<'g>>,
    /// Its condition.
    condition: Option<YamlNode<'g>>,
}

fn triggers<'g>(types: &'g Types, ty: TypeView<'g>) -> ByName<'g, Trigger<'g>> {
    let members = types.members(ty, Triggers).iter();
    members
        .filter_map(|(name, id)| {
            let owner = types.get(id.owner());
            let key = types.key_of(id);
            let Body::Policy(body) = owner.body() else { return None };
            let entries = body.triggers.iter().flat_map(|map| &map.entries);
            let definition = entries.into_iter().find(|(entry, _)| *entry == key.id());
            let condition = definition.and_then(|(_, trigger)| trigger.condition);
            let trigger = Trigger {
                key,
                definition: definition.map(|(_, trigger)| key.tree().node(trigger.node)),
                condition: condition.map(|clause| key.tree().node(clause.0)),
            };
            Some((name, trigger))
        })
        .collect()
}

impl<'g> Comparison<'g> {
    pub(super) fn triggers(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let (old_triggers, new_triggers) = (triggers(self.old, old), triggers(self.new, new));
        self.members(
            &old_triggers,
            &new_triggers,
            &Family {
                noun: "trigger",
                key: &|trigger| trigger.key,
                compare: &|this, old: Trigger<'g>, new: Trigger<'g>| this.trigger(old, new),
                added: &|_| (Impact::Addition, "policies have an additional action"),
                removed: "policies no longer react to its event",
            },
        );
    }

    fn trigger(&mut self, old_trigger: Trigger<'g>, new_trigger: Trigger<'g>) {
        let (Some(old), Some(new)) = (old_trigger.definition, new_trigger.definition) else { return };
        let (old_key, new_key) = (old_trigger.key, new_trigger.key);
        for keyname in ["event", "action"] {
            self.behavior(keyname, old.get(keyname), new.get(keyname), (old_key, new_key));
        }
        let (old_condition, new_condition) = (old_trigger.condition, new_trigger.condition);
        let is_same = old_condition
            .zip(new_condition)
            .is_some_and(|(old, new)| self.old_condition(old, None).is_same(&self.new_condition(new, None)));
        self.behavior_unless(is_same, "condition", old_condition, new_condition, (old_key, new_key));
        self.descriptions(&[old], &[new], old_key, new_key);
    }
}

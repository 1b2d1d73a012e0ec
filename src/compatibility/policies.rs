//! Triggers of policy types (TOSCA 2.0 §16.5), which are overwritten as a whole.

use crate::model::types::{Body, Triggers, TypeView, Types};
use crate::yaml::YamlNode;

use super::change::Impact;
use super::comparison::Comparison;
use super::members::{ByName, Family};

/// A trigger: the key that names it, and its definition.
type Trigger<'g> = (YamlNode<'g>, Option<YamlNode<'g>>);

fn triggers<'g>(types: &'g Types, ty: TypeView<'g>) -> ByName<'g, Trigger<'g>> {
    let members = types.members(ty, Triggers).iter();
    members
        .filter_map(|(name, id)| {
            let owner = types.get(id.owner());
            let key = types.key_of(id);
            let Body::Policy(body) = owner.body() else { return None };
            let entries = body.triggers.iter().flat_map(|map| &map.entries);
            let definition = entries.into_iter().find(|(entry, _)| *entry == key.id());
            Some((name, (key, definition.map(|(_, trigger)| key.tree().node(trigger.node)))))
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
                key: &|(key, _)| key,
                compare: &|this, old: Trigger<'g>, new: Trigger<'g>| this.trigger(old, new),
                added: &|_| (Impact::Addition, "policies have an additional action"),
                removed: "policies no longer react to its event",
            },
        );
    }

    fn trigger(&mut self, (old_key, old): Trigger<'g>, (new_key, new): Trigger<'g>) {
        let (Some(old), Some(new)) = (old, new) else { return };
        for keyname in ["event", "condition", "action"] {
            self.behavior(keyname, old.get(keyname), new.get(keyname), (old_key, new_key));
        }
        self.descriptions(&[old], &[new], old_key, new_key);
    }
}

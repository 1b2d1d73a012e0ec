//! Checks policy types and their triggers (TOSCA 2.0 §16.3).

use crate::diagnostics::rules;
use crate::keynames::Entity as _;
use crate::model::types::{Body, TARGETS, Triggers, TypeView};
use crate::syntax::{PolicyType, TriggerDefinition};
use crate::yaml::YamlNode;

use super::{Cx, is_same_value, lists, missing_keyname};

pub(super) fn policy_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, body: &'g PolicyType) {
    lists::restriction(cx, ty, TARGETS);
    let Some(parent) = cx.types.parent(&ty) else { return };
    for (key, trigger) in body.triggers.iter().flat_map(|map| &map.entries) {
        let key = ty.key().tree().node(*key);
        let Some(inherited) = cx.types.member(parent, Triggers, key.text()) else {
            // Of an inherited trigger, that it changes is the only finding.
            let unread = &trigger.unread;
            let missing =
                [("event", unread.lacks(&trigger.event())), ("action", unread.lacks(&trigger.action()))];
            for (keyname, _) in missing.into_iter().filter(|(_, is_missing)| *is_missing) {
                missing_keyname(cx, ty, Triggers, key, keyname, TriggerDefinition::meta());
            }
            continue;
        };
        let ancestor = cx.types.get(inherited.owner());
        let Some((inherited_key, inherited_body)) = own_trigger(ancestor, key.text()) else { continue };
        if !is_same_value(ty.key().tree().node(trigger.node), inherited_body) {
            cx.report(key, rules::changed_trigger::new(key.span(), key.text(), inherited_key.span()));
        }
    }
}

/// Returns the key and body of a trigger that a type itself defines.
fn own_trigger<'g>(ty: TypeView<'g>, name: &str) -> Option<(YamlNode<'g>, YamlNode<'g>)> {
    let Body::Policy(body) = ty.body() else { return None };
    let tree = ty.key().tree();
    let entries = &body.triggers.as_ref()?.entries;
    let (key, trigger) = entries.iter().find(|(key, _)| tree.node(*key).text() == name)?;
    Some((tree.node(*key), tree.node(trigger.node)))
}

//! Policy types and their triggers (TOSCA 2.0 §16.3).

use crate::diagnostics::codes;
use crate::model::types::{Body, TARGETS, Triggers, TypeView};
use crate::syntax::PolicyType;
use crate::yaml::Node;

use super::{Cx, lists, same};

pub(super) fn policy_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, body: &'g PolicyType) {
    lists::restriction(cx, of, TARGETS);
    let Some(parent) = cx.types.parent(&of) else { return };
    for (key, trigger) in body.triggers.iter().flat_map(|map| &map.entries) {
        let key = of.key().tree().node(*key);
        let Some(inherited) = cx.types.member(parent, Triggers, key.text()) else { continue };
        let ancestor = cx.types.get(inherited.owner());
        let Some((place, before)) = trigger_of(ancestor, key.text()) else { continue };
        if !same(of.key().tree().node(trigger.node), before) {
            cx.report(key, codes::changed_trigger::new(key.span(), key.text(), place.span()));
        }
    }
}

/// The key and body of a trigger that a type writes itself.
fn trigger_of<'g>(of: TypeView<'g>, name: &str) -> Option<(Node<'g>, Node<'g>)> {
    let Body::Policy(body) = of.body() else { return None };
    let tree = of.key().tree();
    let entries = &body.triggers.as_ref()?.entries;
    let (key, trigger) = entries.iter().find(|(key, _)| tree.node(*key).text() == name)?;
    Some((tree.node(*key), tree.node(trigger.node)))
}

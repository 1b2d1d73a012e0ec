//! Policy types and their triggers (TOSCA 2.0 §16.3).

use crate::diagnostics::codes;
use crate::model::types::TypeView;
use crate::syntax::PolicyType;
use crate::yaml::Node;

use super::{Review, same};
use crate::model::types::Body;
use crate::model::types::TARGETS;
use crate::model::types::Triggers;

impl<'g> Review<'g> {
    pub(super) fn policy_type(&mut self, of: TypeView<'g>, body: &'g PolicyType) {
        self.restriction(of, TARGETS);
        let Some(parent) = self.types.parent(&of) else { return };
        for (key, trigger) in body.triggers.iter().flat_map(|map| &map.entries) {
            let key = of.key().tree().node(*key);
            let Some(inherited) = self.types.member(parent, Triggers, key.text()) else { continue };
            let ancestor = self.types.get(inherited.owner());
            let Some((place, before)) = trigger_of(ancestor, key.text()) else { continue };
            if !same(of.key().tree().node(trigger.node), before) {
                self.report(key, codes::changed_trigger::found(key.span(), key.text(), place.span()));
            }
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

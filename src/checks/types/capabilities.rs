//! Capabilities of node types (TOSCA 2.0 §8.2).

use crate::diagnostics::{Level, codes, quoted};
use crate::keynames::Entity as _;
use crate::model::Truth;
use crate::model::types::{CapabilityView, TypeView};
use crate::syntax::CapabilityDefinition;
use crate::yaml::{Node, NodeId};

use super::Review;
use super::fields::Home;
use crate::model::types::Capabilities;
use crate::model::types::{CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Restriction};

impl<'g> Review<'g> {
    pub(super) fn capabilities(&mut self, of: TypeView<'g>) {
        for capability in of.own_capabilities() {
            self.capability(of, capability);
        }
    }

    fn capability(&mut self, of: TypeView<'g>, capability: CapabilityView<'g>) {
        let Some(written) = capability.written() else { return };
        let key = capability.key();
        let base = capability.inherited.map(|id| self.types.capability(id));
        let untyped = written.unread.lacks(&written.capability_type());
        if base.is_none() && untyped && of.parent.is_some() {
            let meta = CapabilityDefinition::meta();
            self.missing_keyname(of, Capabilities, key, "type", meta);
        }
        if let Some(own) = written.capability_type
            && let Some(inherited) = base.and_then(|base| base.capability_type)
        {
            let node = key.tree().node(own.node);
            if self.types.relation(self.types.meaning(node), inherited.meaning) == Truth::No {
                let what = format!("capability {}", quoted(key.text()));
                let name = self.types.name(inherited.meaning);
                let place = Some(self.types.node(inherited.node).span());
                self.report(
                    node,
                    codes::incompatible_type::found(node.span(), &what, node.text(), name, place),
                );
                return;
            }
        }
        let refined = capability.capability_type.and_then(|used| self.types.defined(used.meaning));
        let open = refined.is_none_or(|found| found.is_open);
        let home = Home { owner: of, refined: capability.capability_type, open, adds: false };
        self.fields(capability.properties, home);
        self.fields(capability.attributes, home);
        let sources = written.valid_source_node_types.as_ref().map(|names| names.0.node);
        let before = base.and_then(CapabilityView::valid_source_node_types);
        self.capability_list(sources, capability, refined, before, CAPABILITY_SOURCES);
        let relationships = written.valid_relationship_types.as_ref().map(|names| names.0.node);
        let before = base.and_then(CapabilityView::valid_relationship_types);
        self.capability_list(relationships, capability, refined, before, CAPABILITY_RELATIONSHIPS);
    }

    /// A list of a capability definition against that of the capability type, and that of the definition
    /// that it refines.
    fn capability_list(
        &mut self,
        list: Option<NodeId>,
        capability: CapabilityView<'g>,
        refined: Option<TypeView<'g>>,
        before: Option<Node<'g>>,
        restriction: Restriction,
    ) {
        let Some(list) = list else { return };
        let list = capability.key().tree().node(list);
        self.repeated(list);
        let told = self.found.len();
        if let Some(outer) = refined.and_then(|refined| restriction.in_force(self.types, refined)) {
            self.within(list, outer, |found| found, restriction.keyname);
        }
        if self.found.len() == told
            && let Some(outer) = before
        {
            self.within(list, outer, |found| found.at_level(Level::Warning), restriction.keyname);
        }
    }
}

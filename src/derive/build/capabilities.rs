//! Capabilities of node types (TOSCA 2.0 §8.2).

use crate::grammar::Map;
use crate::syntax::CapabilityDefinition;
use crate::yaml::NodeId;

use super::{Builder, Holder, Layer, Layers, all_keys, part_from};
use crate::derive::field::FieldKind;
use crate::derive::members::{Capability, MemberId, Section};
use crate::derive::types::{Relation, TypeRef, TypeUse};

impl<'g> Builder<'_, 'g> {
    pub(super) fn own_capabilities(&mut self, map: Option<&'g Map<CapabilityDefinition>>) {
        for (key, written) in all_keys(map) {
            self.capability(key, written);
        }
    }

    fn capability(&mut self, key: NodeId, written: Option<&'g CapabilityDefinition>) {
        let tree = self.tree();
        let key = tree.node(key);
        let inherited = self.inherited(Section::Capability, key.text());
        let base = inherited.map(|id| self.capability_of(id));
        let own_type = written.and_then(|written| written.capability_type);
        let own_type = own_type.map(|name| self.type_use(tree, name.node));
        let inherited_type = base.and_then(|base| base.capability_type);
        let capability_type = own_type.or(inherited_type);
        let list = |list: Option<NodeId>| list.map(|list| tree.node(list));
        let sources = written.and_then(|written| written.valid_source_node_types.as_ref());
        let relationships = written.and_then(|written| written.valid_relationship_types.as_ref());
        let valid_source_node_types =
            list(sources.map(|names| names.0.node)).or_else(|| base?.valid_source_node_types);
        let valid_relationship_types =
            list(relationships.map(|names| names.0.node)).or_else(|| base?.valid_relationship_types);

        let again = self.narrows(own_type, inherited_type);
        let mut layers: Layers<'g, CapabilityDefinition> = Vec::new();
        let mut next = inherited.filter(|_| again);
        while let Some(id) = next {
            let ancestor = self.capability_of(id);
            let layer = Layer { tree: ancestor.key.tree(), start: None, again };
            layers.extend(ancestor.written.map(|written| (layer, written)));
            next = ancestor.inherited;
        }
        layers.reverse();
        layers.extend(written.map(|written| (Layer { tree, start: None, again: false }, written)));

        let meaning = capability_type.map_or(TypeRef::Unknown, |found| found.meaning);
        let holder = Holder::Capability(inherited.filter(|_| !again), meaning);
        let properties = self.fields.len();
        for &(layer, written) in &layers {
            let layer = Layer { start: again.then_some(properties), ..layer };
            self.properties(written.properties.as_ref().map(|map| &map.0), holder, layer);
        }
        let attributes = self.fields.len();
        for &(layer, written) in &layers {
            let layer = Layer { start: again.then_some(attributes), ..layer };
            self.attributes(written.attributes.as_ref().map(|map| &map.0), holder, layer);
        }
        let end = self.fields.len();
        self.capabilities.push(Capability {
            key,
            written,
            inherited,
            capability_type,
            properties: part_from(properties, attributes),
            attributes: part_from(attributes, end),
            valid_source_node_types,
            valid_relationship_types,
        });
    }

    fn capability_of(&self, id: MemberId) -> &Capability<'g> {
        &self.types.get(id.owner).members.capabilities[id.index as usize]
    }

    /// Whether a refinement names a type that is really derived from the inherited one, so that inherited
    /// refinements apply to another type than before.
    pub(super) fn narrows(&self, own: Option<TypeUse<'g>>, inherited: Option<TypeUse<'g>>) -> bool {
        let (Some(own), Some(inherited)) = (own, inherited) else { return false };
        own.meaning != inherited.meaning
            && self.types.relation(own.meaning, inherited.meaning) == Relation::Is
    }

    /// The field `name` of an inherited capability.
    pub(super) fn in_capabilities(
        &self,
        mut inherited: Option<MemberId>,
        kind: FieldKind,
        name: &str,
    ) -> Option<MemberId> {
        while let Some(id) = inherited {
            let capability = self.capability_of(id);
            let part =
                if kind == FieldKind::Property { &capability.properties } else { &capability.attributes };
            if let Some(found) = self.in_part(id.owner, part, name) {
                return Some(found);
            }
            inherited = capability.inherited;
        }
        None
    }
}

//! Capabilities of node types (TOSCA 2.0 §8.2).

use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Capabilities, CapabilityId, CapabilityView, FieldKind,
    FieldView, Fields, Restriction, TypeRef, TypeView, Types,
};
use crate::yaml::Node;

use super::change::Gravity;
use super::comparison::{Comparison, Edit, Side};
use super::fields::by_name;
use super::interfaces::with_types;
use super::kinship::{Kinship, NOT_KNOWN, instead};
use super::members::{ByName, Family};
use super::usage::usage;

impl<'g> Comparison<'g> {
    pub(super) fn capabilities(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let (old_types, new_types) = (self.old, self.new);
        let before = with_types(old_types, &old_types.members(old, Capabilities));
        let after = with_types(new_types, &new_types.members(new, Capabilities));
        let key = |(types, id): (&'g Types, CapabilityId)| {
            types.capability_chain(id).last().unwrap_or(types.capability(id)).key()
        };
        self.members(
            &before,
            &after,
            &Family {
                noun: "capability",
                key: &key,
                compare: &|this, (_, one), (_, other)| this.capability(one, other),
                added: &|_| (Gravity::Addition, "users need not know of it"),
                removed: "requirements that lead to it lead nowhere",
            },
        );
    }

    fn capability(&mut self, old: CapabilityId, new: CapabilityId) {
        let (old_types, new_types) = (self.old, self.new);
        let (one, other) = (old_types.capability(old), new_types.capability(new));
        let keys = (one.key(), other.key());
        if let (Some(one), Some(other)) = (one.capability_type, other.capability_type) {
            let kinship = self.kinship(one, other);
            let (gravity, why) = match kinship {
                Kinship::Same => (Gravity::Harmless, ""),
                Kinship::Derived => (Gravity::Addition, "it still meets all requirements that it met"),
                Kinship::Unknown => (Gravity::Breaking, NOT_KNOWN),
                Kinship::Base | Kinship::Other => {
                    (Gravity::Breaking, "it does not meet all requirements that it met")
                }
            };
            if kinship != Kinship::Same {
                let (first, second) = (self.old.node(one.node), self.new.node(other.node));
                let edit = Edit::changed("type", Side::At(first), Side::At(second));
                self.tell(gravity, &edit, instead(first, second, kinship), why);
            }
            if matches!(kinship, Kinship::Same | Kinship::Derived) {
                let sections =
                    [(Fields::Properties, FieldKind::Property), (Fields::Attributes, FieldKind::Attribute)];
                for (section, kind) in sections {
                    let refined =
                        |types: &'g Types, id| by_name(types, &types.refined_capability_fields(id, section));
                    let (mut before, mut after) = (refined(old_types, old), refined(new_types, new));
                    complete(old_types, one.meaning, section, &after, &mut before);
                    complete(new_types, other.meaning, section, &before, &mut after);
                    self.fields(&before, &after, kind, usage(kind));
                }
            }
        }
        let list =
            |types: &'g Types, capability: CapabilityView<'g>, own: Option<Node<'g>>, list: Restriction| {
                own.or_else(|| list.in_force(types, types.defined(capability.capability_type?.meaning)?))
            };
        let lists = [
            (CAPABILITY_SOURCES, one.valid_source_node_types(), other.valid_source_node_types()),
            (CAPABILITY_RELATIONSHIPS, one.valid_relationship_types(), other.valid_relationship_types()),
        ];
        for (which, own, others) in lists {
            // Lists of the capability types are told there.
            if own.is_some() || others.is_some() {
                let (before, after) =
                    (list(old_types, one, own, which), list(new_types, other, others, which));
                self.type_list(which.keyname, before, after, keys);
            }
        }
        let nodes = |types: &'g Types, id| -> Vec<Node<'g>> {
            let written = types.capability_chain(id);
            written.filter_map(|found| Some(found.tree().node(found.written()?.node))).collect()
        };
        self.words(&nodes(old_types, old), &nodes(new_types, new), keys.0, keys.1);
    }
}

/// Adds to refined fields those of the type that only the other version refines.
pub(super) fn complete<'g>(
    types: &'g Types,
    of: TypeRef,
    section: Fields,
    others: &ByName<'g, FieldView<'g>>,
    found: &mut ByName<'g, FieldView<'g>>,
) {
    let Some(of) = types.defined(of) else { return };
    for &name in others.keys().filter(|name| !name.is_empty()) {
        if !found.contains_key(name)
            && let Some(id) = types.member(of, section, name)
        {
            found.insert(name, types.field(id));
        }
    }
}

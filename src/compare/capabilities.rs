//! Capabilities of node types (TOSCA 2.0 §8.2).

use crate::model::types::{
    CapabilityView, FieldKind, FieldView, MemberId, Section, TypeRef, TypeView, Types,
};
use crate::yaml::Node;

use super::change::Gravity;
use super::comparison::{Comparison, Edit, Side};
use super::kinship::{Kinship, NOT_KNOWN, instead};
use super::lists::{CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, in_force};
use super::members::{ByName, Family};
use super::usage::usage;

fn record(types: &Types, id: MemberId) -> CapabilityView<'_> {
    types.capability(id)
}

/// The definitions of a capability, nearest first.
fn chain<'g>(types: &'g Types, id: MemberId) -> Vec<(MemberId, CapabilityView<'g>)> {
    let next = |(_, capability): &(MemberId, CapabilityView<'g>)| {
        capability.inherited.map(|id| (id, record(types, id)))
    };
    std::iter::successors(Some((id, record(types, id))), next).collect()
}

impl<'g> Comparison<'g> {
    pub(super) fn capabilities(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let (old_types, new_types) = (self.old, self.new);
        let before = named(old_types, old);
        let after = named(new_types, new);
        let key = |(types, id): (&'g Types, MemberId)| {
            chain(types, id).last().map_or(record(types, id).key(), |(_, first)| first.key())
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

    fn capability(&mut self, old: MemberId, new: MemberId) {
        let (old_types, new_types) = (self.old, self.new);
        let (before, after) = (chain(old_types, old), chain(new_types, new));
        let (one, other) = (before[0].1, after[0].1);
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
                for kind in [FieldKind::Property, FieldKind::Attribute] {
                    let part = |(id, capability): &(MemberId, CapabilityView<'g>)| {
                        let part = if kind == FieldKind::Property {
                            capability.properties.clone()
                        } else {
                            capability.attributes.clone()
                        };
                        (*id, part)
                    };
                    let (mut before, mut after) =
                        (ByName::<'g, FieldView<'g>>::new(), ByName::<'g, FieldView<'g>>::new());
                    for (id, part) in chain(old_types, old).iter().map(part) {
                        super::fields::add(old_types, id, &part, &mut before);
                    }
                    for (id, part) in chain(new_types, new).iter().map(part) {
                        super::fields::add(new_types, id, &part, &mut after);
                    }
                    complete(old_types, one.meaning, kind, &after, &mut before);
                    complete(new_types, other.meaning, kind, &before, &mut after);
                    self.fields(&before, &after, kind, usage(kind));
                }
            }
        }
        let list = |types: &'g Types, capability: CapabilityView<'g>, own: Option<Node<'g>>, list| {
            own.or_else(|| in_force(types, types.defined(capability.capability_type?.meaning)?, list))
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
                self.type_list(which.0, before, after, keys);
            }
        }
        let nodes = |chain: &[(MemberId, CapabilityView<'g>)]| {
            let written = chain
                .iter()
                .filter_map(|(_, capability)| Some(capability.key().tree().node(capability.written()?.node)));
            written.collect::<Vec<_>>()
        };
        self.words(&nodes(&before), &nodes(&after), keys.0, keys.1);
    }
}

fn named<'g>(types: &'g Types, of: TypeView<'g>) -> ByName<'g, (&'g Types, MemberId)> {
    let members = types.members(of, Section::Capability).into_iter();
    members.map(|(name, id)| (name, (types, id))).collect()
}

/// Adds to refined fields those of the type that only the other version refines.
pub(super) fn complete<'g>(
    types: &'g Types,
    of: TypeRef,
    kind: FieldKind,
    others: &ByName<'g, FieldView<'g>>,
    found: &mut ByName<'g, FieldView<'g>>,
) {
    let section = if kind == FieldKind::Property { Section::Property } else { Section::Attribute };
    let Some(of) = types.defined(of) else { return };
    for &name in others.keys().filter(|name| !name.is_empty()) {
        if !found.contains_key(name)
            && let Some(id) = types.member(of, section, name)
        {
            found.insert(name, types.field(id));
        }
    }
}

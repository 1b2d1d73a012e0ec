//! Capabilities of node types (TOSCA 2.0 §8.2).

use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Capabilities, CapabilityId, CapabilityView, FieldKind,
    FieldTable, FieldView, Fields, Restriction, TypeRef, TypeView, Types,
};
use crate::yaml::Node;

use super::change::Impact;
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
                added: &|_| (Impact::Addition, "existing uses are unaffected"),
                removed: "requirements that target it fail",
            },
        );
    }

    fn capability(&mut self, old: CapabilityId, new: CapabilityId) {
        let (old_types, new_types) = (self.old, self.new);
        let (one, other) = (old_types.capability(old), new_types.capability(new));
        let keys = (one.key(), other.key());
        // What another type brings is told here; what both versions of one type have, at the type.
        let mut whole = false;
        if let (Some(one), Some(other)) = (one.capability_type, other.capability_type) {
            let kinship = self.kinship(one, other);
            let (impact, why) = match kinship {
                Kinship::Same => (Impact::Compatible, ""),
                Kinship::Derived => (Impact::Addition, "existing requirements remain fulfilled"),
                Kinship::Unknown => (Impact::Breaking, NOT_KNOWN),
                Kinship::Base | Kinship::Other => {
                    (Impact::Breaking, "existing requirements may no longer be fulfilled")
                }
            };
            if kinship != Kinship::Same {
                let (first, second) = (self.old.node(one.node), self.new.node(other.node));
                let edit = Edit::changed("type", Side::At(first), Side::At(second));
                self.tell(impact, &edit, instead(first, second, kinship), why);
            }
            whole = kinship == Kinship::Derived;
            if matches!(kinship, Kinship::Same | Kinship::Derived) {
                self.properties_and_attributes([one.meaning, other.meaning], |types, is_new, section| {
                    let id = if is_new { new } else { old };
                    if whole {
                        types.capability_fields(id, section)
                    } else {
                        types.refined_capability_fields(id, section)
                    }
                });
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
            if own.is_some() || others.is_some() || whole {
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

    /// Compares the properties and attributes of something of a type `of`, the old and the new one, that `fields`
    /// gives for a version (whether it is the new one) and a section: all, or those that a definition refines.
    pub(super) fn properties_and_attributes(
        &mut self,
        of: [TypeRef; 2],
        fields: impl Fn(&'g Types, bool, Fields) -> FieldTable<'g>,
    ) {
        let (old_types, new_types) = (self.old, self.new);
        let sections =
            [(Fields::Properties, FieldKind::Property), (Fields::Attributes, FieldKind::Attribute)];
        for (section, kind) in sections {
            let mut before = by_name(old_types, &fields(old_types, false, section));
            let mut after = by_name(new_types, &fields(new_types, true, section));
            complete(old_types, of[0], section, &after, &mut before);
            complete(new_types, of[1], section, &before, &mut after);
            self.fields(&before, &after, kind, usage(kind));
        }
    }
}

/// Adds to refined fields those of the type that only the other version refines.
fn complete<'g>(
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

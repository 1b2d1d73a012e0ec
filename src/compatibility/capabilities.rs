//! Capabilities of node types (TOSCA 2.0 §8.2).

use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Capabilities, CapabilityId, CapabilityView, FieldKind,
    FieldTable, FieldView, Fields, Restriction, TypeRef, TypeView, Types,
};
use crate::yaml::YamlNode;

use super::change::Impact;
use super::comparison::{Comparison, Edit, Side};
use super::fields::by_name;
use super::interfaces::with_types;
use super::members::{ByName, Family};
use super::type_relation::{TypeRelation, UNKNOWN_TYPE, type_change};
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
        // Members of a different type are reported here; those that both versions inherit, at their type.
        let mut compares_all = false;
        if let (Some(one), Some(other)) = (one.capability_type, other.capability_type) {
            let relation = self.relation(one, other);
            let (impact, why) = match relation {
                TypeRelation::Same => (Impact::Compatible, ""),
                TypeRelation::Derived => (Impact::Addition, "existing requirements remain fulfilled"),
                TypeRelation::Unknown => (Impact::Breaking, UNKNOWN_TYPE),
                TypeRelation::Base | TypeRelation::Other => {
                    (Impact::Breaking, "existing requirements may no longer be fulfilled")
                }
            };
            if relation != TypeRelation::Same {
                let (first, second) = (self.old.node(one.node), self.new.node(other.node));
                let edit = Edit::changed("type", Side::At(first), Side::At(second));
                self.report(impact, &edit, type_change(first, second, relation), why);
            }
            compares_all = relation == TypeRelation::Derived;
            if matches!(relation, TypeRelation::Same | TypeRelation::Derived) {
                self.properties_and_attributes([one.meaning, other.meaning], |types, is_new, section| {
                    let id = if is_new { new } else { old };
                    if compares_all {
                        types.capability_fields(id, section)
                    } else {
                        types.refined_capability_fields(id, section)
                    }
                });
            }
        }
        let list = |types: &'g Types,
                    capability: CapabilityView<'g>,
                    own: Option<YamlNode<'g>>,
                    list: Restriction| {
            own.or_else(|| list.effective(types, types.defined(capability.capability_type?.meaning)?))
        };
        let lists = [
            (CAPABILITY_SOURCES, one.valid_source_node_types(), other.valid_source_node_types()),
            (CAPABILITY_RELATIONSHIPS, one.valid_relationship_types(), other.valid_relationship_types()),
        ];
        for (which, own, others) in lists {
            if own.is_some() || others.is_some() || compares_all {
                let (before, after) =
                    (list(old_types, one, own, which), list(new_types, other, others, which));
                self.type_list(which.keyname, before, after, keys);
            }
        }
        let nodes = |types: &'g Types, id| -> Vec<YamlNode<'g>> {
            let written = types.capability_chain(id);
            written
                .filter_map(|capability| Some(capability.tree().node(capability.written()?.node)))
                .collect()
        };
        self.descriptions(&nodes(old_types, old), &nodes(new_types, new), keys.0, keys.1);
    }

    /// Compares the properties and attributes of something whose old and new type are `type_refs`.
    ///
    /// `fields` returns those of one version (the flag is true for the new one) and section: all of them, or
    /// only the refined ones.
    pub(super) fn properties_and_attributes(
        &mut self,
        type_refs: [TypeRef; 2],
        fields: impl Fn(&'g Types, bool, Fields) -> FieldTable<'g>,
    ) {
        let (old_types, new_types) = (self.old, self.new);
        let sections =
            [(Fields::Properties, FieldKind::Property), (Fields::Attributes, FieldKind::Attribute)];
        for (section, kind) in sections {
            let mut before = by_name(old_types, &fields(old_types, false, section));
            let mut after = by_name(new_types, &fields(new_types, true, section));
            complete(old_types, type_refs[0], section, &after, &mut before);
            complete(new_types, type_refs[1], section, &before, &mut after);
            self.fields(&before, &after, kind, usage(kind));
        }
    }
}

/// Adds to the refined fields of one version those that only the other version refines.
fn complete<'g>(
    types: &'g Types,
    ty: TypeRef,
    section: Fields,
    others: &ByName<'g, FieldView<'g>>,
    fields: &mut ByName<'g, FieldView<'g>>,
) {
    let Some(ty) = types.defined(ty) else { return };
    for &name in others.keys().filter(|name| !name.is_empty()) {
        if !fields.contains_key(name)
            && let Some(id) = types.member(ty, section, name)
        {
            fields.insert(name, types.field(id));
        }
    }
}

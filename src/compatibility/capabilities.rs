//! Capabilities of node types (TOSCA 2.0 §8.2).

use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, Capabilities, CapabilityId, CapabilityView, FieldKind,
    FieldTable, FieldView, Fields, Restriction, TypeRef, TypeView, Types,
};
use crate::yaml::YamlNode;

use super::change::Impact;
use super::comparison::{Comparison, Edit, Site};
use super::fields::{by_name, needs_value};
use super::interfaces::with_types;
use super::members::{ByName, Family};
use super::type_relation::{PREVIOUS_TYPE, TypeRelation, UNKNOWN_TYPE, type_change};
use super::usage::usage_of_entity;

impl<'g> Comparison<'g> {
    pub(super) fn capabilities(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let (old_types, new_types) = (self.old, self.new);
        let old_capabilities = with_types(old_types, &old_types.members(old, Capabilities));
        let new_capabilities = with_types(new_types, &new_types.members(new, Capabilities));
        let key = |(types, id): (&'g Types, CapabilityId)| {
            types.capability_chain(id).last().unwrap_or(types.capability(id)).key()
        };
        self.members(
            &old_capabilities,
            &new_capabilities,
            &Family {
                noun: "capability",
                key: &key,
                compare: &|this, (_, old), (_, new)| this.capability(old, new),
                added: &|(types, id)| {
                    let fields = types.capability_fields(id, Fields::Properties);
                    if by_name(types, &fields).into_values().any(needs_value) {
                        (
                            Impact::Breaking,
                            "it has required properties without a default; users must assign them",
                        )
                    } else {
                        (Impact::Addition, "existing uses are unaffected")
                    }
                },
                removed: "requirements that target it fail",
            },
        );
    }

    fn capability(&mut self, old_id: CapabilityId, new_id: CapabilityId) {
        let (old_types, new_types) = (self.old, self.new);
        let (old, new) = (old_types.capability(old_id), new_types.capability(new_id));
        let keys = (old.key(), new.key());
        // Members of a different type are reported here; those that both versions inherit, at their type.
        let mut compares_all = false;
        if let (Some(old_use), Some(new_use)) = (old.capability_type, new.capability_type) {
            let relation = self.relation(old_use, new_use);
            let why = match relation {
                TypeRelation::Derived => PREVIOUS_TYPE,
                TypeRelation::Unknown => UNKNOWN_TYPE,
                _ => "existing requirements may no longer be fulfilled",
            };
            if relation != TypeRelation::Same {
                let (old_node, new_node) = (self.old.node(old_use.node), self.new.node(new_use.node));
                let edit = Edit::changed("type", Site::At(old_node), Site::At(new_node));
                self.report(Impact::Breaking, &edit, type_change(old_node, new_node, relation), why);
            }
            compares_all = relation == TypeRelation::Derived;
            if matches!(relation, TypeRelation::Same | TypeRelation::Derived) {
                self.properties_and_attributes(
                    [old_use.meaning, new_use.meaning],
                    |types, is_new, section| {
                        let id = if is_new { new_id } else { old_id };
                        if compares_all {
                            types.capability_fields(id, section)
                        } else {
                            types.refined_capability_fields(id, section)
                        }
                    },
                );
            }
        }
        let list = |types: &'g Types,
                    capability: CapabilityView<'g>,
                    written: Option<YamlNode<'g>>,
                    restriction: Restriction| {
            written
                .or_else(|| restriction.effective(types, types.defined(capability.capability_type?.meaning)?))
        };
        let lists = [
            (CAPABILITY_SOURCES, old.valid_source_node_types(), new.valid_source_node_types()),
            (CAPABILITY_RELATIONSHIPS, old.valid_relationship_types(), new.valid_relationship_types()),
        ];
        for (restriction, old_list, new_list) in lists {
            if old_list.is_some() || new_list.is_some() || compares_all {
                let (old_list, new_list) = (
                    list(old_types, old, old_list, restriction),
                    list(new_types, new, new_list, restriction),
                );
                self.type_list(restriction.keyname, old_list, new_list, keys);
            }
        }
        let nodes = |types: &'g Types, id| -> Vec<YamlNode<'g>> {
            let written = types.capability_chain(id);
            written
                .filter_map(|capability| Some(capability.tree().node(capability.written()?.node)))
                .collect()
        };
        self.descriptions(&nodes(old_types, old_id), &nodes(new_types, new_id), keys.0, keys.1);
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
            let mut old_fields = by_name(old_types, &fields(old_types, false, section));
            let mut new_fields = by_name(new_types, &fields(new_types, true, section));
            complete(old_types, type_refs[0], section, &new_fields, &mut old_fields);
            complete(new_types, type_refs[1], section, &old_fields, &mut new_fields);
            self.fields(&old_fields, &new_fields, kind, usage_of_entity(kind));
        }
    }
}

/// Adds to `fields` of one version, as its type `ty` defines them, those that only the other version refines;
/// `counterparts` are the fields of the other version.
fn complete<'g>(
    types: &'g Types,
    ty: TypeRef,
    section: Fields,
    counterparts: &ByName<'g, FieldView<'g>>,
    fields: &mut ByName<'g, FieldView<'g>>,
) {
    let Some(ty) = types.defined(ty) else { return };
    for &name in counterparts.keys().filter(|name| !name.is_empty()) {
        if !fields.contains_key(name)
            && let Some(id) = types.member(ty, section, name)
        {
            fields.insert(name, types.field(id));
        }
    }
}

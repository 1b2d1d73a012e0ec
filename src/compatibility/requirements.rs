//! Compares requirements of node types and their relationships (TOSCA 2.0 §8.4).
//!
//! Input: a node type in both versions of a profile. Output: changes with their impact. A change that narrows
//! the valid targets or the number of relationships is breaking.

use crate::model::types::{
    Capabilities, Fields, Interfaces, RequirementId, RequirementView, Requirements, TypeUse, TypeView, Types,
};
use crate::syntax::{CountRange, UpperBound};
use crate::yaml::{NodeId, YamlNode};

use super::change::Impact;
use super::clauses::Clauses;
use super::comparison::{Comparison, Edit, Site};
use super::interfaces::{complete, with_types};
use super::members::Family;
use super::type_relation::{TypeRelation, UNKNOWN_TYPE, last};
use super::usage::Usage;
use super::values::shown;

/// Returns the minimum and maximum number of relationships. Without a `count_range`, any number is allowed
/// (8.5-18); in files of earlier versions, whose default is exactly one, lowering adds a `count_range`.
fn bounds(requirement: RequirementView<'_>) -> (u64, u64) {
    match requirement.count_range {
        Some((CountRange { least, most: UpperBound::Most(most), .. }, _)) => (least, most),
        Some((CountRange { least, most: UpperBound::Unbounded, .. }, _)) => (least, u64::MAX),
        None => (0, u64::MAX),
    }
}

impl<'g> Comparison<'g> {
    /// Compares the requirements of two versions of a node type.
    pub(super) fn requirements(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let named = |types: &'g Types, ty: TypeView<'g>| with_types(types, &types.members(ty, Requirements));
        let key = |(types, id): (&'g Types, RequirementId)| {
            types.requirement_chain(id).last().unwrap_or(types.requirement(id)).key()
        };
        self.members(
            &named(self.old, old),
            &named(self.new, new),
            &Family {
                noun: "requirement",
                key: &key,
                compare: &|this, (_, old), (_, new)| this.compare_requirement(old, new),
                added: &|(types, id)| {
                    if bounds(types.requirement(id)).0 > 0 {
                        (Impact::Breaking, "every node must fulfill it")
                    } else {
                        (Impact::Addition, "it is optional")
                    }
                },
                removed: "assignments fail: unknown requirement",
            },
        );
    }

    /// Compares two versions of a requirement.
    fn compare_requirement(&mut self, old_id: RequirementId, new_id: RequirementId) {
        let (old_types, new_types) = (self.old, self.new);
        let (old, new) = (old_types.requirement(old_id), new_types.requirement(new_id));
        let keys = (old.key(), new.key());
        self.compare_target("node", old.node_type, new.node_type, keys);
        self.compare_target("capability", old.capability, new.capability, keys);
        let (old_relationship, new_relationship) = (&old.relationship, &new.relationship);
        self.compare_target(
            "relationship",
            old_relationship.relationship_type,
            new_relationship.relationship_type,
            keys,
        );
        self.compare_count_ranges(old, new);
        let written_nodes = |types: &'g Types,
                             id,
                             read: &dyn Fn(RequirementView<'g>) -> Option<NodeId>|
         -> Vec<YamlNode<'g>> {
            let chain = types.requirement_chain(id);
            chain.filter_map(|requirement| Some(requirement.tree().node(read(requirement)?))).collect()
        };
        let node_filter =
            |requirement: RequirementView<'g>| requirement.written().node_filter.map(|clause| clause.0);
        let filters =
            |types: &'g Types, id| Clauses { nodes: written_nodes(types, id, &node_filter), validated: None };
        let (old_filters, new_filters) = (filters(old_types, old_id), filters(new_types, new_id));
        self.clauses("node_filter", &old_filters, &new_filters, keys, Usage::ASSIGNED);
        self.compare_relationships(old_id, new_id);
        let body = |requirement: RequirementView<'g>| Some(requirement.written().node);
        self.descriptions(
            &written_nodes(old_types, old_id, &body),
            &written_nodes(new_types, new_id, &body),
            keys.0,
            keys.1,
        );
    }

    /// Compares the types in a keyname that restricts the targets of a requirement; `keys` are the names of
    /// the requirement, where a type that is not written is reported.
    fn compare_target(
        &mut self,
        keyname: &'static str,
        old: Option<TypeUse>,
        new: Option<TypeUse>,
        keys: (YamlNode<'g>, YamlNode<'g>),
    ) {
        let old_node = old.map(|used| self.old.node(used.node));
        let new_node = new.map(|used| self.new.node(used.node));
        let edit = Edit::changed(keyname, Site::new(old_node, keys.0), Site::new(new_node, keys.1));
        let narrowed = (Impact::Breaking, "existing targets may no longer be valid");
        let widened = (Impact::Addition, "existing targets remain valid");
        let (old, new) = match (old, new) {
            (Some(old), Some(new)) => (old, new),
            (None, None) => return,
            (None, Some(new)) => {
                let what = format!("now requires {keyname} {}", shown(self.new.node(new.node)));
                return self.report(narrowed.0, &edit, what, narrowed.1);
            }
            (Some(old), None) => {
                let what = format!("no longer requires {keyname} {}", shown(self.old.node(old.node)));
                return self.report(widened.0, &edit, what, widened.1);
            }
        };
        let relation = self.relation(old, new);
        let (impact, why) = match relation {
            TypeRelation::Same => return,
            TypeRelation::Derived | TypeRelation::Other => narrowed,
            // The members of relationship types are compared separately.
            TypeRelation::Base if keyname != "relationship" && self.loses_members(old, new) => {
                (Impact::Breaking, "expressions may read members that only the previous type has")
            }
            TypeRelation::Base => widened,
            TypeRelation::Unknown => (Impact::Breaking, UNKNOWN_TYPE),
        };
        let suffix = match relation {
            TypeRelation::Derived => ", which is derived from it",
            TypeRelation::Base if last(self.old.node(old.node)) != last(self.new.node(new.node)) => {
                ", which it is derived from"
            }
            _ => "",
        };
        let what = format!(
            "requires {keyname} {} instead of {}{suffix}",
            shown(self.new.node(new.node)),
            shown(self.old.node(old.node))
        );
        self.report(impact, &edit, what, why);
    }

    /// Whether paths through a requirement can lead to members of the type `old`, or to parts of their values, that
    /// its ancestor `new` does not have.
    fn loses_members(&mut self, old: TypeUse, new: TypeUse) -> bool {
        let (old_types, new_types) = (self.old, self.new);
        let (Some(old_type), Some(new_type)) =
            (old_types.defined(old.meaning), new_types.defined(new.meaning))
        else {
            return false;
        };
        for section in [Fields::Properties, Fields::Attributes] {
            for (name, old_id) in old_types.members(old_type, section).iter() {
                let Some(new_id) = new_types.member(new_type, section, name) else { return true };
                let (old_field, new_field) = (old_types.field(old_id), new_types.field(new_id));
                let changes = self.trial(|trial| trial.field_types(old_field, new_field, Usage::default()));
                if changes.iter().any(|change| change.impact == Impact::Breaking) {
                    return true;
                }
            }
        }
        let capabilities = old_types.members(old_type, Capabilities);
        capabilities.iter().any(|(name, _)| new_types.member(new_type, Capabilities, name).is_none())
    }

    /// Compares how many relationships a requirement may have.
    fn compare_count_ranges(&mut self, old: RequirementView<'g>, new: RequirementView<'g>) {
        let ((old_least, old_most), (new_least, new_most)) = (bounds(old), bounds(new));
        if (old_least, old_most) == (new_least, new_most) {
            return;
        }
        let old_node = old.count_range.map(|(_, node)| self.old.node(node));
        let new_node = new.count_range.map(|(_, node)| self.new.node(node));
        let edit =
            Edit::changed("count_range", Site::new(old_node, old.key()), Site::new(new_node, new.key()));
        let range = |least: u64, most: u64| {
            if most == u64::MAX {
                format!("`[ {least}, UNBOUNDED ]`")
            } else {
                format!("`[ {least}, {most} ]`")
            }
        };
        let what = format!(
            "has the count range {} instead of {}",
            range(new_least, new_most),
            range(old_least, old_most)
        );
        let (impact, why) = if new_least > old_least {
            (Impact::Breaking, "existing nodes may have too few relationships")
        } else if new_most < old_most {
            (Impact::Breaking, "existing nodes may have too many relationships")
        } else {
            (Impact::Addition, "existing nodes remain valid")
        };
        self.report(impact, &edit, what, why);
    }

    /// Compares what a requirement refines of its relationship type.
    fn compare_relationships(&mut self, old: RequirementId, new: RequirementId) {
        let (old_types, new_types) = (self.old, self.new);
        let type_use = |types: &Types, id| types.requirement(id).relationship.relationship_type;
        let (Some(old_use), Some(new_use)) = (type_use(old_types, old), type_use(new_types, new)) else {
            return;
        };
        let relation = self.relation(old_use, new_use);
        if matches!(relation, TypeRelation::Other | TypeRelation::Unknown) {
            return;
        }
        // If the type is a different one, all its members are compared here. Otherwise, they are compared at
        // the type, and only refinements are compared here.
        let compares_all = relation != TypeRelation::Same;
        self.within("relationship".to_owned(), |this| {
            this.properties_and_attributes([old_use.meaning, new_use.meaning], |types, is_new, section| {
                let id = if is_new { new } else { old };
                if compares_all {
                    types.relationship_fields(id, section)
                } else {
                    types.refined_relationship_fields(id, section)
                }
            });
            let interfaces = |types: &'g Types, id, relationship_type| {
                if compares_all {
                    with_types(types, &types.relationship_interfaces(id, relationship_type))
                } else {
                    with_types(types, &types.refined_relationship_interfaces(id))
                }
            };
            let mut old_interfaces = interfaces(old_types, old, old_use.meaning);
            let mut new_interfaces = interfaces(new_types, new, new_use.meaning);
            complete(old_types, old_use.meaning, Interfaces, &new_interfaces, &mut old_interfaces);
            complete(new_types, new_use.meaning, Interfaces, &old_interfaces, &mut new_interfaces);
            this.interfaces_by_name(&old_interfaces, &new_interfaces);
        });
    }
}

//! Requirements of node types and their relationships (TOSCA 2.0 §8.4).

use crate::model::types::{
    Interfaces, RequirementId, RequirementView, Requirements, TypeUse, TypeView, Types,
};
use crate::syntax::{CountRange, UpperBound};
use crate::yaml::{Node, NodeId};

use super::change::Impact;
use super::comparison::{Comparison, Edit, Side};
use super::interfaces::{complete, with_types};
use super::members::Family;
use super::type_relation::{TypeRelation, UNKNOWN_TYPE, last};
use super::usage::Usage;
use super::values::shown;

/// Returns the least and greatest number of relationships: any number if there is no `count_range` (8.5-18).
/// Files of earlier versions, whose default is exactly one, get a `count_range` when they are lowered.
fn bounds(requirement: RequirementView<'_>) -> (u64, u64) {
    match requirement.count_range {
        Some((CountRange { least, most: UpperBound::Most(most), .. }, _)) => (least, most),
        Some((CountRange { least, most: UpperBound::Unbounded, .. }, _)) => (least, u64::MAX),
        None => (0, u64::MAX),
    }
}

impl<'g> Comparison<'g> {
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
                compare: &|this, (_, one), (_, other)| this.requirement(one, other),
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

    fn requirement(&mut self, old: RequirementId, new: RequirementId) {
        let (old_types, new_types) = (self.old, self.new);
        let (one, other) = (old_types.requirement(old), new_types.requirement(new));
        let keys = (one.key(), other.key());
        self.target("node", one.node_type, other.node_type, keys);
        self.target("capability", one.capability, other.capability, keys);
        let (relationship, new_relationship) = (&one.relationship, &other.relationship);
        self.target("relationship", relationship.relationship_type, new_relationship.relationship_type, keys);
        self.count_range(one, other);
        let nodes =
            |types: &'g Types, id, read: &dyn Fn(RequirementView<'g>) -> Option<NodeId>| -> Vec<Node<'g>> {
                let written = types.requirement_chain(id);
                written.filter_map(|requirement| Some(requirement.tree().node(read(requirement)?))).collect()
            };
        let filter =
            |requirement: RequirementView<'g>| requirement.written().node_filter.map(|clause| clause.0);
        let filters = (nodes(old_types, old, &filter), nodes(new_types, new, &filter));
        self.clauses("node_filter", &filters.0, &filters.1, keys, Usage::ASSIGNED);
        self.relationship(old, new);
        let body = |requirement: RequirementView<'g>| Some(requirement.written().node);
        self.descriptions(&nodes(old_types, old, &body), &nodes(new_types, new, &body), keys.0, keys.1);
    }

    /// Compares what a requirement may target.
    fn target(
        &mut self,
        keyname: &'static str,
        old: Option<TypeUse>,
        new: Option<TypeUse>,
        keys: (Node<'g>, Node<'g>),
    ) {
        let before = old.map(|used| self.old.node(used.node));
        let after = new.map(|used| self.new.node(used.node));
        let edit = Edit::changed(keyname, Side::new(before, keys.0), Side::new(after, keys.1));
        let narrowed = (Impact::Breaking, "existing targets may no longer be valid");
        let widened = (Impact::Addition, "existing targets remain valid");
        let (one, other) = match (old, new) {
            (Some(one), Some(other)) => (one, other),
            (None, None) => return,
            (None, Some(other)) => {
                let what = format!("now requires {keyname} {}", shown(self.new.node(other.node)));
                return self.report(narrowed.0, &edit, what, narrowed.1);
            }
            (Some(one), None) => {
                let what = format!("no longer requires {keyname} {}", shown(self.old.node(one.node)));
                return self.report(widened.0, &edit, what, widened.1);
            }
        };
        let relation = self.relation(one, other);
        let (impact, why) = match relation {
            TypeRelation::Same => return,
            TypeRelation::Derived | TypeRelation::Other => narrowed,
            TypeRelation::Base => widened,
            TypeRelation::Unknown => (Impact::Breaking, UNKNOWN_TYPE),
        };
        let suffix = match relation {
            TypeRelation::Derived => ", which is derived from it",
            TypeRelation::Base if last(self.old.node(one.node)) != last(self.new.node(other.node)) => {
                ", which it is derived from"
            }
            _ => "",
        };
        let what = format!(
            "requires {keyname} {} instead of {}{suffix}",
            shown(self.new.node(other.node)),
            shown(self.old.node(one.node))
        );
        self.report(impact, &edit, what, why);
    }

    fn count_range(&mut self, old: RequirementView<'g>, new: RequirementView<'g>) {
        let ((least, most), (new_least, new_most)) = (bounds(old), bounds(new));
        if (least, most) == (new_least, new_most) {
            return;
        }
        let before = old.count_range.map(|(_, node)| self.old.node(node));
        let after = new.count_range.map(|(_, node)| self.new.node(node));
        let edit = Edit::changed("count_range", Side::new(before, old.key()), Side::new(after, new.key()));
        let range = |least: u64, most: u64| {
            if most == u64::MAX {
                format!("`[ {least}, UNBOUNDED ]`")
            } else {
                format!("`[ {least}, {most} ]`")
            }
        };
        let what =
            format!("has the count range {} instead of {}", range(new_least, new_most), range(least, most));
        let (impact, why) = if new_least > least {
            (Impact::Breaking, "existing nodes may have too few relationships")
        } else if new_most < most {
            (Impact::Breaking, "existing nodes may have too many relationships")
        } else {
            (Impact::Addition, "existing nodes remain valid")
        };
        self.report(impact, &edit, what, why);
    }

    /// Compares what a requirement refines of its relationship type.
    fn relationship(&mut self, old: RequirementId, new: RequirementId) {
        let (old_types, new_types) = (self.old, self.new);
        let used = |types: &Types, id| types.requirement(id).relationship.relationship_type;
        let (Some(one), Some(other)) = (used(old_types, old), used(new_types, new)) else { return };
        let relation = self.relation(one, other);
        if !matches!(relation, TypeRelation::Same | TypeRelation::Derived) {
            return;
        }
        // Members of a different type are reported here; those that both versions inherit, at their type.
        let compares_all = relation == TypeRelation::Derived;
        self.within("relationship".to_owned(), |this| {
            this.properties_and_attributes([one.meaning, other.meaning], |types, is_new, section| {
                let id = if is_new { new } else { old };
                if compares_all {
                    types.relationship_fields(id, section)
                } else {
                    types.refined_relationship_fields(id, section)
                }
            });
            let interfaces = |types: &'g Types, id, used| {
                if compares_all {
                    with_types(types, &types.relationship_interfaces(id, used))
                } else {
                    with_types(types, &types.refined_relationship_interfaces(id))
                }
            };
            let mut before = interfaces(old_types, old, one.meaning);
            let mut after = interfaces(new_types, new, other.meaning);
            complete(old_types, one.meaning, Interfaces, &after, &mut before);
            complete(new_types, other.meaning, Interfaces, &before, &mut after);
            this.interfaces_by_name(&before, &after);
        });
    }
}

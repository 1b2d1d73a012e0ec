//! Requirements of node types and their relationships (TOSCA 2.0 §8.4).

use crate::model::types::{
    FieldKind, FieldView, MemberId, RequirementView, Section, TypeUse, TypeView, Types,
};
use crate::syntax::{Bound, CountRange};
use crate::yaml::{Node, NodeId};

use super::change::Gravity;
use super::comparison::{Comparison, Edit, Side};
use super::interfaces::complete;
use super::kinship::{Kinship, NOT_KNOWN, last};
use super::members::{ByName, Family};
use super::usage::{Usage, usage};
use super::values::shown;

fn record(types: &Types, id: MemberId) -> RequirementView<'_> {
    types.requirement(id)
}

/// The definitions of a requirement, nearest first.
fn chain<'g>(types: &'g Types, id: MemberId) -> Vec<(MemberId, RequirementView<'g>)> {
    let next = |(_, requirement): &(MemberId, RequirementView<'g>)| {
        requirement.inherited.map(|id| (id, record(types, id)))
    };
    std::iter::successors(Some((id, record(types, id))), next).collect()
}

/// How many relationships there are: exactly one unless something else is said.
fn bounds(requirement: RequirementView<'_>) -> (u64, u64) {
    match requirement.count_range {
        Some((CountRange { least, most: Bound::Most(most), .. }, _)) => (least, most),
        Some((CountRange { least, most: Bound::Unbounded, .. }, _)) => (least, u64::MAX),
        None => (1, 1),
    }
}

impl<'g> Comparison<'g> {
    pub(super) fn requirements(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        let named = |types: &'g Types, of: TypeView<'g>| {
            let members = types.members(of, Section::Requirement).into_iter();
            members.map(|(name, id)| (name, (types, id))).collect::<ByName<'g, (&'g Types, MemberId)>>()
        };
        let key = |(types, id): (&'g Types, MemberId)| {
            chain(types, id).last().map_or(record(types, id).key(), |(_, first)| first.key())
        };
        self.members(
            &named(self.old, old),
            &named(self.new, new),
            &Family {
                noun: "requirement",
                key: &key,
                compare: &|this, (_, one), (_, other)| this.requirement(one, other),
                added: &|(types, id)| {
                    if bounds(record(types, id)).0 > 0 {
                        (Gravity::Breaking, "every node must meet it")
                    } else {
                        (Gravity::Addition, "it need not be met")
                    }
                },
                removed: "whoever assigns it is told that it is unknown",
            },
        );
    }

    fn requirement(&mut self, old: MemberId, new: MemberId) {
        let (old_types, new_types) = (self.old, self.new);
        let (before, after) = (chain(old_types, old), chain(new_types, new));
        let (one, other) = (before[0].1, after[0].1);
        let keys = (one.key(), other.key());
        self.target("node", one.node_type, other.node_type, keys);
        self.target("capability", one.capability, other.capability, keys);
        let (leads, leads_now) = (&one.relationship, &other.relationship);
        self.target("relationship", leads.relationship_type, leads_now.relationship_type, keys);
        self.count_range(one, other);
        let nodes = |chain: &[(MemberId, RequirementView<'g>)],
                     read: &dyn Fn(RequirementView<'g>) -> Option<NodeId>| {
            let written = chain
                .iter()
                .filter_map(|(_, requirement)| Some(requirement.key().tree().node(read(*requirement)?)));
            written.collect::<Vec<_>>()
        };
        let filter =
            |requirement: RequirementView<'g>| requirement.written().node_filter.map(|clause| clause.0);
        let filters = (nodes(&before, &filter), nodes(&after, &filter));
        self.clauses("node_filter", &filters.0, &filters.1, keys, Usage::ASSIGNED);
        self.relationship(&before, &after);
        let body = |requirement: RequirementView<'g>| Some(requirement.written().node);
        self.words(&nodes(&before, &body), &nodes(&after, &body), keys.0, keys.1);
    }

    /// What a requirement may lead to.
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
        let narrowed = (Gravity::Breaking, "what met it may not meet it any more");
        let widened = (Gravity::Addition, "what met it still does");
        let (one, other) = match (old, new) {
            (Some(one), Some(other)) => (one, other),
            (None, None) => return,
            (None, Some(other)) => {
                let what = format!("asks for {keyname} {} now", shown(self.new.node(other.node)));
                return self.tell(narrowed.0, &edit, what, narrowed.1);
            }
            (Some(one), None) => {
                let what = format!("no longer asks for {keyname} {}", shown(self.old.node(one.node)));
                return self.tell(widened.0, &edit, what, widened.1);
            }
        };
        let kinship = self.kinship(one, other);
        let (gravity, why) = match kinship {
            Kinship::Same => return,
            Kinship::Derived | Kinship::Other => narrowed,
            Kinship::Base => widened,
            Kinship::Unknown => (Gravity::Breaking, NOT_KNOWN),
        };
        let of = match kinship {
            Kinship::Derived => ", which is derived from it",
            Kinship::Base if last(self.old.node(one.node)) != last(self.new.node(other.node)) => {
                ", which it is derived from"
            }
            _ => "",
        };
        let what = format!(
            "asks for {keyname} {} instead of {}{of}",
            shown(self.new.node(other.node)),
            shown(self.old.node(one.node))
        );
        self.tell(gravity, &edit, what, why);
    }

    fn count_range(&mut self, old: RequirementView<'g>, new: RequirementView<'g>) {
        let ((least, most), (least_now, most_now)) = (bounds(old), bounds(new));
        if (least, most) == (least_now, most_now) {
            return;
        }
        let before = old.count_range.map(|(_, node)| self.old.node(node));
        let after = new.count_range.map(|(_, node)| self.new.node(node));
        let edit = Edit::changed("count_range", Side::new(before, old.key()), Side::new(after, new.key()));
        let said = |least: u64, most: u64| {
            if most == u64::MAX {
                format!("`[ {least}, UNBOUNDED ]`")
            } else {
                format!("`[ {least}, {most} ]`")
            }
        };
        let what =
            format!("has the count range {} instead of {}", said(least_now, most_now), said(least, most));
        let (gravity, why) = if least_now > least {
            (Gravity::Breaking, "nodes that met it may not meet it any more")
        } else if most_now < most {
            (Gravity::Breaking, "nodes may have more relationships than are allowed")
        } else {
            (Gravity::Addition, "nodes that met it still do")
        };
        self.tell(gravity, &edit, what, why);
    }

    /// What a requirement refines of its relationship type.
    fn relationship(
        &mut self,
        old: &[(MemberId, RequirementView<'g>)],
        new: &[(MemberId, RequirementView<'g>)],
    ) {
        let (old_types, new_types) = (self.old, self.new);
        let used = |chain: &[(MemberId, RequirementView<'g>)]| chain[0].1.relationship.relationship_type;
        let (Some(one), Some(other)) = (used(old), used(new)) else { return };
        if !matches!(self.kinship(one, other), Kinship::Same | Kinship::Derived) {
            return;
        }
        self.within("relationship".to_owned(), |this| {
            for kind in [FieldKind::Property, FieldKind::Attribute] {
                let refined = |types: &'g Types, chain: &[(MemberId, RequirementView<'g>)]| {
                    let mut found = ByName::<'g, FieldView<'g>>::new();
                    for (id, requirement) in chain {
                        let relationship = &requirement.relationship;
                        let part = if kind == FieldKind::Property {
                            &relationship.properties
                        } else {
                            &relationship.attributes
                        };
                        super::fields::add(types, *id, part, &mut found);
                    }
                    found
                };
                let (mut before, mut after) = (refined(old_types, old), refined(new_types, new));
                super::capabilities::complete(old_types, one.meaning, kind, &after, &mut before);
                super::capabilities::complete(new_types, other.meaning, kind, &before, &mut after);
                this.fields(&before, &after, kind, usage(kind));
            }
            let interfaces = |types: &'g Types, chain: &[(MemberId, RequirementView<'g>)]| {
                let mut found = ByName::<'g, (&'g Types, MemberId)>::new();
                for (id, requirement) in chain {
                    for index in requirement.relationship.interfaces.clone() {
                        let member = MemberId { owner: id.owner, index };
                        let key = types.get(id.owner).members.interfaces[index as usize].key;
                        found.entry(types.node(key).text()).or_insert((types, member));
                    }
                }
                found
            };
            let (mut before, mut after) = (interfaces(old_types, old), interfaces(new_types, new));
            complete(old_types, one.meaning, Section::Interface, &after, &mut before);
            complete(new_types, other.meaning, Section::Interface, &before, &mut after);
            this.interfaces_by_name(&before, &after);
        });
    }
}

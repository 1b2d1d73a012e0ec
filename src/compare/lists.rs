//! Lists of types that restrict something: `valid_…`, `members`, `targets`.

use crate::model::types::{Body, TypeView, Types};
use crate::yaml::{Node, NodeId};

use super::comparison::{Comparison, Edit, Side};
use super::kinship::Kinship;
use super::usage::Usage;
use super::values::names;

/// A keyname of types whose value is a list of types.
type List = (&'static str, fn(&Body) -> Option<NodeId>);

macro_rules! list {
    ($keyname:literal, $variant:ident, $field:ident) => {
        ($keyname, |body| match body {
            Body::$variant(body) => body.$field.as_ref().map(|names| names.0.node),
            _ => None,
        })
    };
}

pub(super) const CAPABILITY_SOURCES: List =
    list!("valid_source_node_types", Capability, valid_source_node_types);
pub(super) const CAPABILITY_RELATIONSHIPS: List =
    list!("valid_relationship_types", Capability, valid_relationship_types);

const ALL: [List; 7] = [
    CAPABILITY_SOURCES,
    CAPABILITY_RELATIONSHIPS,
    list!("valid_capability_types", Relationship, valid_capability_types),
    list!("valid_target_node_types", Relationship, valid_target_node_types),
    list!("valid_source_node_types", Relationship, valid_source_node_types),
    list!("members", Group, members),
    list!("targets", Policy, targets),
];

/// The list that is in force for a type: its own, else that of the nearest ancestor.
pub(super) fn in_force<'g>(types: &'g Types, of: TypeView<'g>, (_, read): List) -> Option<Node<'g>> {
    types.lineage(of).find_map(|ancestor| read(ancestor.body()).map(|list| ancestor.key().tree().node(list)))
}

impl<'g> Comparison<'g> {
    /// Compares the lists of types themselves.
    pub(super) fn type_lists(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        for list in ALL {
            let (before, after) = (in_force(self.old, old, list), in_force(self.new, new, list));
            self.type_list(list.0, before, after, (old.key(), new.key()));
        }
    }

    /// Compares two lists; where there is none, everything is admitted.
    pub(super) fn type_list(
        &mut self,
        keyname: &'static str,
        old: Option<Node<'g>>,
        new: Option<Node<'g>>,
        keys: (Node<'g>, Node<'g>),
    ) {
        let edit = Edit::changed(keyname, Side::new(old, keys.0), Side::new(new, keys.1));
        let written = |list: Node<'g>| list.items().map(|entry| entry.text().to_owned()).collect::<Vec<_>>();
        let usage = Usage::ASSIGNED;
        self.within(format!("`{keyname}`"), |this| {
            let (gravity, what, why) = match (old, new) {
                (None, None) => return,
                (None, Some(list)) => {
                    let (gravity, why) = usage.narrowed();
                    let admitted = written(list);
                    let only = if admitted.is_empty() { "nothing".to_owned() } else { names(&admitted) };
                    (gravity, format!("was added and admits only {only}"), why)
                }
                (Some(list), None) => {
                    let (gravity, why) = usage.widened();
                    (gravity, format!("was removed and no longer admits only {}", names(&written(list))), why)
                }
                (Some(one), Some(other)) => {
                    let (gone, come) = this.differing(one, other);
                    match (gone.is_empty(), come.is_empty()) {
                        (true, true) => return,
                        (false, true) => {
                            let (gravity, why) = usage.narrowed();
                            (gravity, format!("no longer admits {}", names(&gone)), why)
                        }
                        (true, false) => {
                            let (gravity, why) = usage.widened();
                            (gravity, format!("admits {} too", names(&come)), why)
                        }
                        (false, false) => {
                            let (gravity, why) = usage.replaced();
                            let what = format!("no longer admits {}, but {}", names(&gone), names(&come));
                            (gravity, what, why)
                        }
                    }
                }
            };
            this.tell(gravity, &edit, what, why);
        });
    }

    /// The entries of the old list that the new one does not admit, and the reverse.
    fn differing(&mut self, old: Node<'g>, new: Node<'g>) -> (Vec<String>, Vec<String>) {
        let (old_types, new_types) = (self.old, self.new);
        let mut kinship =
            |one: Node<'g>, other: Node<'g>| self.kinship(old_types.type_use(one), new_types.type_use(other));
        let mut gone = Vec::new();
        for one in old.items() {
            if !new.items().any(|other| matches!(kinship(one, other), Kinship::Same | Kinship::Base)) {
                gone.push(one.text().to_owned());
            }
        }
        let mut come = Vec::new();
        for other in new.items() {
            if !old.items().any(|one| matches!(kinship(one, other), Kinship::Same | Kinship::Derived)) {
                come.push(other.text().to_owned());
            }
        }
        (gone, come)
    }
}

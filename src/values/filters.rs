//! Node filters of requirements, evaluated for a target that is named (TOSCA 2.0 §8.6).
//!
//! In: a condition, and the ends of the relationship that `SELF` means there. Out: whether it holds, as far
//! as values are known; paths that leave the two nodes are not followed.

use std::cell::Cell;

use crate::derive::{MemberId, Section, Types};
use crate::topology::{Given, Topology};
use crate::yaml::Node;

use super::functions::part;
use super::{Checker, Demand, Known, Value};

/// The ends of a relationship.
#[derive(Clone, Copy)]
pub struct Ends<'r, 'g> {
    /// The topology of both nodes.
    pub topology: &'r Topology<'g>,
    /// The number of the node template with the requirement.
    pub source: u32,
    /// The number of the other one.
    pub target: u32,
    /// The capability, where it is known which one it is.
    pub capability: Option<MemberId>,
}

/// What a step of a path has reached.
#[derive(Clone, Copy)]
enum Place {
    Relationship,
    Node(u32),
    Capability(u32, MemberId),
}

impl<'g> Checker<'_, 'g> {
    /// Whether a filter holds; none where that is not known, or does not depend on the nodes at all.
    #[must_use]
    pub fn filter_holds(&self, filter: Node<'g>, ends: Ends<'_, 'g>) -> Option<bool> {
        let has_read = Cell::new(false);
        let read = |path: &[Node<'g>]| {
            let value = self.read(path, ends)?;
            has_read.set(true);
            Some(value)
        };
        let mut evaluator = self.evaluator(None).reading(&read);
        match evaluator.evaluate(filter) {
            Known::Value(Value::Boolean(holds)) if has_read.get() => Some(holds),
            _ => None,
        }
    }

    /// The value of the property that a path leads to.
    fn read(&self, path: &[Node<'g>], ends: Ends<'_, 'g>) -> Option<Value> {
        let types: &Types<'g> = self.types;
        let words: Option<Vec<&'g str>> = path.iter().map(|item| item.as_str()).collect();
        // Numbers can only be indexes into the value.
        let word = |at: usize| match &words {
            Some(words) => words.get(at).copied(),
            None => path.get(at)?.as_str(),
        };
        let mut place = match word(0)? {
            "SELF" => Place::Relationship,
            name => Place::Node(ends.topology.vertex(name)?),
        };
        let mut at = 1;
        loop {
            let name = word(at)?;
            at += 1;
            place = match (place, name) {
                (Place::Relationship, "SOURCE") => Place::Node(ends.source),
                (Place::Relationship, "TARGET") => Place::Node(ends.target),
                (Place::Relationship, "CAPABILITY") => Place::Capability(ends.target, ends.capability?),
                (Place::Node(number), "CAPABILITY") => {
                    let of = types.defined(ends.topology.vertices[number as usize].node_type)?;
                    let capability = types.member(of, Section::Capability, word(at)?)?;
                    at += 1;
                    Place::Capability(number, capability)
                }
                (_, "SELF" | "SOURCE" | "TARGET" | "CAPABILITY" | "RELATIONSHIP" | "HOST" | "ALL") => {
                    return None;
                }
                (Place::Relationship, _) => return None,
                (place, name) => return self.property(place, name, &path[at..], ends),
            };
        }
    }

    fn property(&self, place: Place, name: &str, steps: &[Node<'g>], ends: Ends<'_, 'g>) -> Option<Value> {
        let types: &Types<'g> = self.types;
        let (id, given) = match place {
            Place::Relationship => return None,
            Place::Node(number) => {
                let of = types.defined(ends.topology.vertices[number as usize].node_type)?;
                let id = types.member(of, Section::Property, name)?;
                (id, ends.topology.property(types, number, id))
            }
            Place::Capability(number, capability) => {
                let id = *types.capability_fields(capability, Section::Property).get(name)?;
                let key = types.capability(capability).key.text();
                (id, ends.topology.capability_property(types, number, key, id))
            }
        };
        let Given::Value(node) = given else { return None };
        let mut value = self.value_of(node, &Demand::of_field(types, types.field(id)))?;
        for step in steps {
            let Known::Value(key) = self.evaluator(None).evaluate(*step) else { return None };
            value = part(&value, &key)?.clone();
        }
        Some(value)
    }
}

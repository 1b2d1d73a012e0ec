//! Requirement assignments against their definitions and against the nodes that they lead to, as far as that
//! is known before anything runs (TOSCA 2.0 §8.5, §14.3).
//!
//! In: the topology and the effective types. Out: diagnostics of area T08. What is known only to the running
//! service is silent. Values that are given to relationships are judged elsewhere.

mod capabilities;
mod connections;
mod counts;
mod cycles;
mod directives;
mod exclusions;
mod numbers;
mod repeats;
mod targets;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::derive::{MemberId, Relation, Requirement, Section, Type, TypeRef, Types};
use crate::diagnostics::Label;
use crate::resolve::DefinitionId;
use crate::topology::{Edge, Target, Vertex, Wanted, offered};
use crate::yaml::{Node, NodeId};

use super::Review;

/// What was looked up for requirements already.
#[derive(Default)]
pub(super) struct Known<'g> {
    /// The capabilities of a node type that fit.
    offered: FxHashMap<(TypeRef, Wanted<'g>), Rc<[MemberId]>>,
    /// The types of a list, and whether all of them are known.
    listed: FxHashMap<(FileId, NodeId), Rc<(FxHashSet<TypeRef>, bool)>>,
    /// The names of all capabilities of all node types.
    capability_names: Option<FxHashSet<&'g str>>,
    /// Whether relationships of a type put the target before the source.
    ordering: FxHashMap<DefinitionId, bool>,
}

/// A requirement assignment, and what is known of its ends.
#[derive(Clone, Copy)]
struct Assigned<'r, 'g> {
    edge: &'r Edge<'g>,
    /// The type of the node that has the requirement.
    source: &'r Type<'g>,
    definition: &'r Requirement<'g>,
    /// The type of the node at the other end: that of the template, or the narrowest that is named.
    target: Option<&'r Type<'g>>,
}

impl<'g> Assigned<'_, 'g> {
    /// The node that holds the keynames.
    fn body(&self) -> Node<'g> {
        self.edge.key.tree().node(self.edge.written.node)
    }

    /// Whether a node template is named.
    fn is_direct(&self) -> bool {
        matches!(self.edge.target, Target::Template(..))
    }

    /// The name of the requirement.
    fn name(&self) -> &'g str {
        self.edge.key.text()
    }

    /// Where the other node is named; the name of the requirement where it is not.
    fn target_place(&self) -> Node<'g> {
        self.edge.target_name().unwrap_or(self.edge.key)
    }

    /// Where the capability is named, else the other node.
    fn capability_place(&self) -> Node<'g> {
        let name = self.edge.written.capability.map(|name| self.edge.key.tree().node(name.node));
        name.unwrap_or_else(|| self.target_place())
    }
}

impl<'r, 'g> Review<'r, 'g> {
    /// Reviews the requirements of all node templates.
    pub(super) fn fulfilment(&mut self) {
        let Some(topology) = self.topology else { return };
        for (number, vertex) in (0..).zip(&topology.vertices) {
            let types: &'r Types<'g> = self.types;
            let Some(source) = types.defined(vertex.node_type) else { continue };
            let edges = topology.edges(number);
            let original = vertex.copied.and_then(|number| self.vertex(number));
            let is_copy = original.is_some_and(|original| std::ptr::eq(&raw const *original.edges, edges));
            let Some(original) = original.filter(|_| is_copy) else {
                self.requirements_of(number, vertex, source, edges);
                continue;
            };
            // What the same type makes wrong is told at the template that writes it.
            if original.node_type == vertex.node_type && original.is_selected == vertex.is_selected {
                continue;
            }
            let Some(copy) = vertex.written.copy else { continue };
            let before = self.checker.found.len();
            self.requirements_of(number, vertex, source, edges);
            self.told_at_copy(before, self.node(copy.node));
        }
        self.cycles();
    }

    fn requirements_of(
        &mut self,
        number: u32,
        vertex: &'r Vertex<'g>,
        source: &'r Type<'g>,
        edges: &'r [Edge<'g>],
    ) {
        let names = self.members_of(source.id, Section::Requirement);
        let types: &'r Types<'g> = self.types;
        for edge in edges {
            let Some(id) = names.get(edge.key.text()).copied() else { continue };
            let definition = types.requirement(id);
            let target = match edge.target {
                Target::Template(number, _) => self.vertex(number).map(|vertex| vertex.node_type),
                Target::Type(meaning) => Some(meaning),
                Target::Open => definition.node_type.map(|used| used.meaning),
                Target::Unknown => None,
            };
            let target = target.and_then(|target| types.defined(target));
            let assigned = Assigned { edge, source, definition, target };
            self.numbers(number, &assigned);
            self.assigned(&assigned);
        }
        if !vertex.is_selected {
            self.counts(vertex, edges, &names);
            self.repeats(edges);
        }
    }

    /// One assignment, apart from others.
    fn assigned(&mut self, assigned: &Assigned<'r, 'g>) {
        let relationship = self.connection(assigned);
        if !self.named_target(assigned) {
            return;
        }
        self.asked_from_outside(assigned);
        let Some(capabilities) = self.capability_led_to(assigned) else { return };
        self.exclusions(assigned, &capabilities, relationship);
    }

    /// Rehangs what was found in copied assignments to the place that copies them, unless it was found there
    /// as well.
    fn told_at_copy(&mut self, from: usize, place: Node<'g>) {
        let found = self.checker.found.split_off(from);
        let told: FxHashSet<_> =
            self.checker.found.iter().map(|found| (found.code.id, found.primary.span)).collect();
        for mut found in found {
            if told.contains(&(found.code.id, found.primary.span)) {
                continue;
            }
            let span = std::mem::replace(&mut found.primary.span, place.span());
            let text = std::mem::replace(&mut found.primary.text, "copied by this".to_owned());
            found.secondary.insert(0, Label { span, text });
            found.fixes.clear();
            self.checker.found.push(found);
        }
    }

    /// The capabilities of a node type that fit.
    fn offered(&mut self, of: &Type<'g>, wanted: Wanted<'g>) -> Rc<[MemberId]> {
        let types = self.types;
        let key = (TypeRef::Defined(of.id), wanted);
        self.known.offered.entry(key).or_insert_with(|| offered(types, of, wanted).into()).clone()
    }

    /// Whether a list admits a type; none where that is not known.
    fn list_admits(&mut self, list: Node<'g>, of: &Type<'g>) -> Option<bool> {
        let types = self.types;
        let read = || {
            let listed: FxHashSet<TypeRef> = list.items().map(|entry| types.meaning(entry)).collect();
            let known = !listed.contains(&TypeRef::Unknown) && !list.is_broken();
            Rc::new((listed, known))
        };
        let place = (list.tree().file(), list.id());
        let listed = self.known.listed.entry(place).or_insert_with(read).clone();
        if types.lineage(of).any(|of| listed.0.contains(&TypeRef::Defined(of.id))) {
            return Some(true);
        }
        (listed.1 && !of.is_open).then_some(false)
    }

    /// Whether one type certainly is not another.
    fn is_not(&self, one: TypeRef, other: TypeRef) -> bool {
        self.types.relation(one, other) == Relation::IsNot
    }
}

/// Whether two nodes say the same.
fn alike(one: Node<'_>, other: Node<'_>) -> bool {
    let mut waiting = vec![(one, other)];
    while let Some((one, other)) = waiting.pop() {
        if one.kind() != other.kind() || one.text() != other.text() {
            return false;
        }
        let (entries, others) = (one.entries(), other.entries());
        let (items, other_items) = (one.items(), other.items());
        if one.entries().count() != other.entries().count() || one.items().count() != other.items().count() {
            return false;
        }
        waiting.extend(
            entries.zip(others).flat_map(|((key, value), (key2, value2))| [(key, key2), (value, value2)]),
        );
        waiting.extend(items.zip(other_items));
    }
    true
}

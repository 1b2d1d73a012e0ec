//! Requirement assignments against their definitions and against the nodes that they lead to, as far as that
//! is known before anything runs (TOSCA 2.0 §8.5, §14.3).
//!
//! In: the topology and the effective types. Out: diagnostics of area T08. What is known only to the running
//! service is silent. Values that are given to relationships are judged elsewhere.

mod allocation;
mod capabilities;
mod connections;
mod counts;
mod cycles;
mod dangling;
mod demands;
mod directives;
mod exclusions;
mod filters;
mod numbers;
mod repeats;
mod targets;
mod unused;

pub use demands::demands;

use crate::grammar::Slot;
use crate::model::Truth;
use crate::syntax::NodeTemplate;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::diagnostics::Label;
use crate::literals::Value;
use crate::model::service::{Edge, Target, Vertex, Wanted, offered};
use crate::model::types::{BuiltIn, CapabilityId, RequirementView, Requirements, TypeRef, TypeView, Types};
use crate::resolve::DefinitionId;
use crate::values::Demand;
use crate::yaml::{Node, NodeId};

use super::Review;

/// What was looked up for requirements already.
#[derive(Default)]
pub(super) struct Known<'g> {
    /// The capabilities of a node type that fit.
    offered: FxHashMap<(TypeRef, Wanted<'g>), Rc<[CapabilityId]>>,
    /// Lists of types.
    listed: FxHashMap<(FileId, NodeId), Rc<Listed>>,
    /// Requirements of node types that nothing meets where they are assigned by themselves.
    hopeless: FxHashMap<DefinitionId, Rc<[dangling::Hopeless<'g>]>>,
    /// What the service template creates.
    candidates: Option<Rc<dangling::Candidates>>,
    /// Requirements that a substitution mapping passes on.
    mapped: Option<Rc<FxHashSet<(u32, &'g str)>>>,
    /// What allocations take.
    pools: allocation::Pools<'g>,
    /// The names of all capabilities of all node types.
    capability_names: Option<FxHashSet<&'g str>>,
    /// Whether relationships of a type put the target before the source.
    ordering: FxHashMap<DefinitionId, bool>,
}

/// The types of a list, and whether all of them are known.
type Listed = (FxHashSet<TypeRef>, bool);

/// A requirement assignment, and what is known of its ends.
#[derive(Clone, Copy)]
struct Assigned<'r, 'g> {
    /// The number of the node template that has the requirement.
    number: u32,
    edge: &'r Edge<'g>,
    /// The type of the node that has the requirement.
    source: TypeView<'g>,
    definition: RequirementView<'g>,
    /// The type of the node at the other end: that of the template, or the narrowest that is named.
    target: Option<TypeView<'g>>,
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
            let types: &'g Types = self.types;
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
        self.unused_relationship_templates();
    }

    fn requirements_of(
        &mut self,
        number: u32,
        vertex: &'r Vertex<'g>,
        source: TypeView<'g>,
        edges: &'r [Edge<'g>],
    ) {
        let names = self.types.members(source, Requirements);
        let types: &'g Types = self.types;
        for edge in edges {
            let Some(id) = names.get(edge.key.text()) else { continue };
            let definition = types.requirement(id);
            let target = match edge.target {
                Target::Template(number, _) => self.vertex(number).map(|vertex| vertex.node_type),
                Target::Type(meaning) => Some(meaning),
                Target::Open => definition.node_type.map(|used| used.meaning),
                Target::Unknown => None,
            };
            let target = target.and_then(|target| types.defined(target));
            let assigned = Assigned { number, edge, source, definition, target };
            self.numbers(&assigned);
            self.assigned(&assigned);
        }
        let copied = vertex.copied.and_then(|copied| self.vertex(copied));
        if !vertex.is_selected && self.knows_directives(vertex.written, copied.map(|copied| copied.written)) {
            self.counts(vertex, edges, &names);
            self.repeats(edges);
            self.assigned_by_themselves(number, (vertex, source), edges, &names);
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
        let capability = self.exclusions(assigned, &capabilities, relationship);
        self.filters(assigned);
        self.allocation(assigned, &capabilities, capability);
        self.dangling(assigned, capabilities.wanted);
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
    fn offered(&mut self, of: TypeView<'g>, wanted: Wanted<'g>) -> Rc<[CapabilityId]> {
        let types = self.types;
        let key = (TypeRef::Defined(of.id), wanted);
        self.known.offered.entry(key).or_insert_with(|| offered(types, of, wanted).into()).clone()
    }

    /// Whether a list admits a type; none where that is not known.
    fn list_admits(&mut self, list: Node<'g>, of: TypeView<'g>) -> Option<bool> {
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

    /// How many nodes a template stands for, where that is known.
    fn node_count(&self, number: u32) -> Option<u64> {
        let vertex = self.vertex(number)?;
        let place = vertex.count.is_none().then(|| self.count_place(number)).flatten();
        vertex.count.or_else(|| self.computed(place?))
    }

    /// How many relationships an assignment stands for, where that is known.
    fn relationship_count(&self, edge: &Edge<'g>) -> Option<u64> {
        edge.count.or_else(|| self.computed(edge.key.tree().node(edge.written.count?.0)))
    }

    /// A number that a function gives: known where values are given to the inputs.
    fn computed(&self, node: Node<'g>) -> Option<u64> {
        self.types.expressions.call(node)?;
        let demand = Demand::of_type(TypeRef::BuiltIn(BuiltIn::Integer));
        match self.checker.value_of(node, &demand)? {
            Value::Integer(number) => u64::try_from(number).ok(),
            _ => None,
        }
    }

    /// Whether all requirement assignments that a node template writes, or copies, are among the `read` ones.
    fn requirements_are_read(&self, vertex: &Vertex<'g>, read: usize) -> bool {
        let copied = vertex.copied.and_then(|copied| Some(self.vertex(copied)?.written));
        let copied = || copied.map_or(Slot::Absent, NodeTemplate::requirements);
        match vertex.written.requirements().or_else(copied) {
            Slot::Given(list) => !list.is_incomplete && list.entries.len() == read,
            Slot::Unreadable => false,
            Slot::Absent => true,
        }
    }

    /// Whether an assignment need not be there: how many there are is decided for each choice of them.
    fn is_guarded(&self, edge: &Edge<'_>) -> bool {
        self.types.graph.file(edge.key.tree().file()).guards().of(edge.key).is_some()
    }

    /// Whether one type certainly is not another.
    fn is_not(&self, one: TypeRef, other: TypeRef) -> bool {
        self.types.relation(one, other) == Truth::No
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

//! Requirements that lead back to where they start (TOSCA 2.0 §8.5).

use crate::derive::{Section, Type, TypeRef, Types};
use crate::diagnostics::codes;
use crate::topology::{Connection, Edge, Target, Topology};

use super::Review;

/// Relationships of such names, in any spelling, put the target before the source.
const ORDERING: [&str; 7] =
    ["hostedon", "dependson", "deployedon", "runson", "installedon", "containedin", "containedby"];

/// A step from one node template to another, written at an edge.
struct Step<'r, 'g> {
    to: u32,
    edge: &'r Edge<'g>,
}

impl<'r, 'g> Review<'r, 'g> {
    /// Nodes that require themselves, and cycles of nodes that need each other.
    pub(super) fn cycles(&mut self) {
        let Some(topology) = self.topology else { return };
        let mut steps: Vec<Vec<Step<'r, 'g>>> = Vec::with_capacity(topology.vertices.len());
        for (number, vertex) in (0..).zip(&topology.vertices) {
            let mut own = Vec::new();
            let edges = if vertex.is_selected { &[] } else { topology.edges(number) };
            for edge in edges {
                let Target::Template(to, _) = edge.target else { continue };
                let firm = edge.is_optional() == Some(false)
                    && self.relationship_count(edge).is_some_and(|count| count > 0);
                let target = &topology.vertices[to as usize];
                if !firm || target.is_selected || self.node_count(to) == Some(0) {
                    continue;
                }
                if to == number {
                    if self.node_count(number) == Some(1)
                        && let Some(name) = edge.target_name()
                    {
                        let (text, place) = (vertex.key.text(), vertex.key.span());
                        self.report(name, codes::requirement_cycle::own(name.span(), text, place));
                    }
                } else if self.is_ordering(topology, vertex.node_type, edge) {
                    own.push(Step { to, edge });
                }
            }
            steps.push(own);
        }
        let steps = &steps;
        let component = components(steps);
        let mut told = vec![false; steps.len()];
        for number in 0..steps.len() {
            let own = component[number];
            if std::mem::replace(&mut told[own as usize], true) {
                continue;
            }
            let Some(cycle) = shortest(steps, &component, number) else { continue };
            let names: Vec<&str> =
                cycle.iter().map(|(from, _)| topology.vertices[*from as usize].key.text()).collect();
            let at = |edge: &Edge<'g>| edge.target_name().unwrap_or(edge.key);
            let places: Vec<crate::base::Span> = cycle.iter().map(|(_, edge)| at(edge).span()).collect();
            let Some((_, first)) = cycle.first() else { continue };
            let at = at(first);
            self.report(at, codes::requirement_cycle::found(at.span(), &names, &places));
        }
    }

    /// Whether a relationship puts the target before the source.
    fn is_ordering(&mut self, topology: &Topology<'g>, source: TypeRef, edge: &Edge<'g>) -> bool {
        let types: &'r Types<'g> = self.types;
        let defined = || {
            let source = types.defined(source)?;
            let id = types.member(source, Section::Requirement, edge.key.text())?;
            Some(types.requirement(id).relationship.relationship_type?.meaning)
        };
        let meaning = match edge.connection {
            Connection::Template(number) => {
                topology.relationships.get(number as usize).map(|template| template.relationship_type)
            }
            Connection::Type(meaning) => Some(meaning),
            Connection::Open => defined(),
            Connection::Unknown => None,
        };
        let Some(TypeRef::Defined(id)) = meaning else { return false };
        *self.known.ordering.entry(id).or_insert_with(|| types.lineage(types.get(id)).any(orders))
    }
}

/// Whether the name of a relationship type says that the target comes first.
fn orders(of: &Type<'_>) -> bool {
    let last = of.name().rsplit(['.', ':']).next().unwrap_or_default();
    let letters: String = last.chars().filter(|c| c.is_alphanumeric()).collect();
    ORDERING.contains(&letters.to_lowercase().as_str())
}

/// For each node template, the number of its strongly connected component: Tarjan's algorithm with a stack of
/// its own.
fn components(steps: &[Vec<Step<'_, '_>>]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut order = vec![NONE; steps.len()];
    let mut low = vec![0; steps.len()];
    let mut component = vec![NONE; steps.len()];
    let (mut next, mut count) = (0, 0);
    let (mut open, mut way): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
    for start in (0..).take(steps.len()) {
        if order[start as usize] != NONE {
            continue;
        }
        way.push((start, 0));
        while let Some((at, step)) = way.pop() {
            let here = at as usize;
            if step == 0 {
                (order[here], low[here]) = (next, next);
                next += 1;
                open.push(at);
            } else {
                // The step before this one has come back.
                let to = steps[here][step - 1].to as usize;
                if component[to] == NONE {
                    low[here] = low[here].min(low[to]);
                }
            }
            let ahead = steps[here].iter().enumerate().skip(step);
            let mut descend = None;
            for (index, Step { to, .. }) in ahead {
                let there = *to as usize;
                if order[there] == NONE {
                    descend = Some((index, *to));
                    break;
                }
                if component[there] == NONE {
                    low[here] = low[here].min(order[there]);
                }
            }
            if let Some((index, to)) = descend {
                way.push((at, index + 1));
                way.push((to, 0));
            } else if low[here] == order[here] {
                while let Some(member) = open.pop() {
                    component[member as usize] = count;
                    if member == at {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    component
}

/// A shortest way from a node template back to itself, within its component.
fn shortest<'r, 'g>(
    steps: &[Vec<Step<'r, 'g>>],
    component: &[u32],
    start: usize,
) -> Option<Vec<(u32, &'r Edge<'g>)>> {
    let mut before: rustc_hash::FxHashMap<u32, (u32, &'r Edge<'g>)> = rustc_hash::FxHashMap::default();
    let start = u32::try_from(start).ok()?;
    let mut waiting = std::collections::VecDeque::from([start]);
    while let Some(at) = waiting.pop_front() {
        for Step { to, edge } in &steps[at as usize] {
            if component[*to as usize] != component[start as usize] || before.contains_key(to) {
                continue;
            }
            before.insert(*to, (at, edge));
            if *to == start {
                let mut way = Vec::new();
                let mut back = start;
                loop {
                    let (from, edge) = *before.get(&back)?;
                    way.push((from, edge));
                    back = from;
                    if back == start {
                        way.reverse();
                        return Some(way);
                    }
                }
            }
            waiting.push_back(*to);
        }
    }
    None
}

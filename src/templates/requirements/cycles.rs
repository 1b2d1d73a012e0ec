//! Requirements that lead back to where they start (TOSCA 2.0 §8.5).

use crate::base::circles;
use crate::diagnostics::codes;
use crate::model::service::{Connection, Edge, Target, Topology};
use crate::model::types::{Requirements, TypeRef, TypeView, Types};

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
                } else if !self.is_guarded(edge) && self.is_ordering(topology, vertex.node_type, edge) {
                    own.push(Step { to, edge });
                }
            }
            steps.push(own);
        }
        let targets: Vec<Vec<usize>> =
            steps.iter().map(|own| own.iter().map(|step| step.to as usize).collect()).collect();
        for circle in circles(&targets) {
            let next = circle.chain.iter().cycle().skip(1);
            let cycle: Vec<(usize, &Edge<'g>)> = circle
                .chain
                .iter()
                .zip(next)
                .filter_map(|(from, to)| {
                    let step = steps[*from].iter().find(|step| step.to as usize == *to)?;
                    Some((*from, step.edge))
                })
                .collect();
            let names: Vec<&str> =
                cycle.iter().map(|(from, _)| topology.vertices[*from].key.text()).collect();
            let at = |edge: &Edge<'g>| edge.target_name().unwrap_or(edge.key);
            let places: Vec<crate::base::Span> = cycle.iter().map(|(_, edge)| at(edge).span()).collect();
            let Some((_, first)) = cycle.first() else { continue };
            let at = at(first);
            self.report(at, codes::requirement_cycle::found(at.span(), &names, &places));
        }
    }

    /// Whether a relationship puts the target before the source.
    fn is_ordering(&mut self, topology: &Topology<'g>, source: TypeRef, edge: &Edge<'g>) -> bool {
        let types: &'g Types = self.types;
        let defined = || {
            let source = types.defined(source)?;
            let id = types.member(source, Requirements, edge.key.text())?;
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
fn orders(of: TypeView<'_>) -> bool {
    let last = of.name().rsplit(['.', ':']).next().unwrap_or_default();
    let letters: String = last.chars().filter(|c| c.is_alphanumeric()).collect();
    ORDERING.contains(&letters.to_lowercase().as_str())
}

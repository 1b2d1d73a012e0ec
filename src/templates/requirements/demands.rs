//! How many relationships the types of node templates demand where assignments may be absent (TOSCA 2.0
//! §8.5.4): what is to be decided for each choice of them.

use indexmap::IndexMap;

use crate::dialects::Demand;
use crate::model::service::{Edge, Topology};
use crate::model::types::{Requirements, Types};
use crate::syntax::Bound;
use crate::yaml::NodeId;

/// The demands on the node templates of `topology` with guarded assignments.
#[must_use]
pub fn demands(types: &Types, topology: &Topology<'_>) -> Vec<Demand> {
    let mut demands = Vec::new();
    let (tree, guards) = (topology.file.tree(), topology.file.guards());
    for (number, vertex) in (0..).zip(&topology.vertices) {
        let edges = topology.edges(number);
        if vertex.is_selected || !edges.iter().any(|edge| guards.of(edge.key).is_some()) {
            continue;
        }
        let Some(of) = types.defined(vertex.node_type) else { continue };
        let mut by_name: IndexMap<&str, Vec<&Edge<'_>>> = IndexMap::new();
        for edge in edges {
            by_name.entry(edge.key.text()).or_default().push(edge);
        }
        for (name, edges) in by_name {
            let Some(id) = types.member(of, Requirements, name) else { continue };
            let Some((range, place)) = types.requirement(id).count_range else { continue };
            // Each assignment stands for one relationship, or nothing is said.
            let single = |edge: &&&Edge<'_>| edge.count == Some(1) && edge.is_optional() == Some(false);
            if edges.iter().filter(single).count() != edges.len() {
                continue;
            }
            let counted: Option<Vec<NodeId>> = edges.iter().map(|edge| tree.origin(edge.key.id())).collect();
            let (Some(holder), Some(counted)) = (tree.origin(vertex.key.id()), counted) else { continue };
            demands.push(Demand {
                holder,
                counted,
                name: name.to_owned(),
                least: range.least,
                most: match range.most {
                    Bound::Most(most) => Some(most),
                    Bound::Unbounded => None,
                },
                place: types.node(place).span(),
            });
        }
    }
    demands
}

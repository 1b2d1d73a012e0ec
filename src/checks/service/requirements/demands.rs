//! How many relationships the types of node templates demand where assignments may be absent (TOSCA 2.0
//! §8.5.4): what is to be decided for each choice of them.

use indexmap::IndexMap;

use crate::dialects::Demand;
use crate::model::service::{RequirementAssignmentView, ServiceView};
use crate::model::types::{Requirements, Types};
use crate::syntax::Bound;
use crate::yaml::NodeId;

/// The demands on the node templates of `service` with guarded assignments.
#[must_use]
pub fn demands(types: &Types, service: ServiceView<'_>) -> Vec<Demand> {
    let mut demands = Vec::new();
    let (tree, guards) = (service.file().tree(), service.file().guards());
    for node_template in service.node_templates().iter() {
        let assignments = node_template.requirements();
        if node_template.is_selected
            || !assignments.iter().any(|assignment| guards.of(assignment.key()).is_some())
        {
            continue;
        }
        let Some(of) = types.defined(node_template.node_type) else { continue };
        let mut by_name: IndexMap<&str, Vec<RequirementAssignmentView<'_>>> = IndexMap::new();
        for assignment in assignments.iter() {
            by_name.entry(assignment.name()).or_default().push(assignment);
        }
        for (name, assignments) in by_name {
            let Some(id) = types.member(of, Requirements, name) else { continue };
            let Some((range, place)) = types.requirement(id).count_range else { continue };
            // Each assignment stands for one relationship, or nothing is said.
            let single = |assignment: &&RequirementAssignmentView<'_>| {
                assignment.count == Some(1) && assignment.is_optional() == Some(false)
            };
            if assignments.iter().filter(single).count() != assignments.len() {
                continue;
            }
            let counted: Option<Vec<NodeId>> =
                assignments.iter().map(|assignment| tree.origin(assignment.key().id())).collect();
            let (Some(holder), Some(counted)) = (tree.origin(node_template.key().id()), counted) else {
                continue;
            };
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

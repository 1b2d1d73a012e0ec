//! Cycles of requirements (TOSCA 2.0 §8.5).

use crate::base::{DenseId as _, Graph, cycles};
use crate::diagnostics::rules;
use crate::model::service::{Connection, NodeTemplateView, RequirementAssignmentView, Target};
use crate::model::types::{Requirements, TypeRef, TypeView, Types};

use super::{Cx, is_guarded, node_count, relationship_count};

/// Names of relationship types that require the target before the source, without case and separators.
const ORDERING: [&str; 7] =
    ["hostedon", "dependson", "deployedon", "runson", "installedon", "containedin", "containedby"];

/// The graph of node templates; each edge is a requirement assignment.
#[derive(Default)]
struct RequirementGraph {
    /// The target of each edge, and the position of the assignment in its node template, sorted by source.
    edges: Vec<(u32, u32)>,
    /// The end of the edges of each node template in `edges`.
    ends: Vec<usize>,
}

impl RequirementGraph {
    fn edges_from(&self, vertex: usize) -> &[(u32, u32)] {
        let start = vertex.checked_sub(1).map_or(0, |previous| self.ends[previous]);
        &self.edges[start..self.ends[vertex]]
    }
}

impl Graph for RequirementGraph {
    fn count(&self) -> usize {
        self.ends.len()
    }

    fn edge(&self, vertex: usize, index: usize) -> Option<Option<usize>> {
        self.edges_from(vertex).get(index).map(|(to, _)| Some(*to as usize))
    }
}

/// Reports nodes that require themselves, and cycles of nodes that require each other.
pub(super) fn check_cycles<'g>(cx: &mut Cx<'g>) {
    let Some(service) = cx.service else { return };
    let mut graph = RequirementGraph::default();
    for node_template in service.node_templates().iter() {
        let assignments = node_template.requirements().iter().filter(|_| !node_template.is_selected);
        for (assignment, position) in assignments.zip(0..) {
            let Target::Template(to, _) = assignment.target else { continue };
            // An assignment of an unknown requirement was reported.
            if cx.types.defined(node_template.node_type).is_some() && assignment.definition.is_none() {
                continue;
            }
            let is_mandatory = assignment.is_optional() == Some(false)
                && relationship_count(cx, assignment).is_some_and(|count| count > 0);
            let target = service.node_template(to);
            if !is_mandatory || target.is_selected || node_count(cx, target) == Some(0) {
                continue;
            }
            if to == node_template.id {
                if node_count(cx, node_template) == Some(1)
                    && let Some(name) = assignment.target_name()
                {
                    let (text, definition_span) = (node_template.name(), node_template.key().span());
                    cx.report(
                        name,
                        rules::requirement_cycle::self_reference(name.span(), text, definition_span),
                    );
                }
            } else if !is_guarded(cx, assignment) && is_ordering(cx, node_template.node_type, assignment) {
                graph.edges.push((u32::try_from(to.index()).unwrap_or(u32::MAX), position));
            }
        }
        graph.ends.push(graph.edges.len());
    }
    for cycle in cycles(&graph) {
        let next = cycle.chain.iter().cycle().skip(1);
        let cycle: Vec<(NodeTemplateView<'g>, RequirementAssignmentView<'g>)> = cycle
            .chain
            .iter()
            .zip(next)
            .filter_map(|(from, to)| {
                let (_, position) =
                    graph.edges_from(*from).iter().find(|(target, _)| *target as usize == *to)?;
                let from = service.node_templates().get(*from)?;
                Some((from, from.requirements().get(*position as usize)?))
            })
            .collect();
        let names: Vec<&str> = cycle.iter().map(|(from, _)| from.name()).collect();
        let target_node =
            |assignment: RequirementAssignmentView<'g>| assignment.target_name().unwrap_or(assignment.key());
        let spans: Vec<crate::base::Span> =
            cycle.iter().map(|(_, assignment)| target_node(*assignment).span()).collect();
        let Some((_, first)) = cycle.first() else { continue };
        let first_node = target_node(*first);
        cx.report(first_node, rules::requirement_cycle::new(first_node.span(), &names, &spans));
    }
}

/// Whether a relationship requires the target before the source.
fn is_ordering<'g>(cx: &mut Cx<'g>, source: TypeRef, assignment: RequirementAssignmentView<'g>) -> bool {
    let types: &'g Types = cx.types;
    let defined = || {
        let source = types.defined(source)?;
        let id = types.member(source, Requirements, assignment.name())?;
        Some(types.requirement(id).relationship.relationship_type?.meaning)
    };
    let meaning = match assignment.connection {
        Connection::Template(id) => Some(assignment.service().relationship_template(id).relationship_type),
        Connection::Type(meaning) => Some(meaning),
        Connection::Open => defined(),
        Connection::Unknown => None,
    };
    let Some(TypeRef::Defined(id)) = meaning else { return false };
    *cx.memo
        .requirements
        .ordering
        .entry(id)
        .or_insert_with(|| types.lineage(types.get(id)).any(is_ordering_type))
}

/// Whether the name of a relationship type implies that the target comes first.
fn is_ordering_type(ty: TypeView<'_>) -> bool {
    let last = ty.name().rsplit(['.', ':']).next().unwrap_or_default();
    let letters: String = last.chars().filter(|c| c.is_alphanumeric()).collect();
    ORDERING.contains(&letters.to_lowercase().as_str())
}

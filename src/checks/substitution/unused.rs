//! Service templates that can substitute none of the nodes that need to be substituted.

use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::model::Model;
use crate::resolve::DefinitionId;
use crate::yaml::YamlNode;

use super::SubstitutingServices;
use super::candidates::{Fit, MAX_CHECKED_PAIRS, substituted};
use super::given::SubstitutedNode;

/// A service template that can substitute no node.
pub struct UnusedService<'g> {
    /// The name of its node type.
    pub type_name: YamlNode<'g>,
    /// Why it cannot substitute the first node of the type, with the place; `None` if there is no such node.
    pub reason: Option<(Span, String)>,
}

/// Returns the service templates that can certainly substitute none of the nodes with the directive `substitute`.
/// Empty if no node has it, or if not all nodes are known.
#[must_use]
pub fn unused_services(model: &Model) -> Vec<UnusedService<'_>> {
    let Some(nodes) = substituted_nodes(model).filter(|nodes| !nodes.is_empty()) else { return Vec::new() };
    let types = &model.types;
    let lineages = nodes.iter().flat_map(|node| types.lineage(node.ty)).map(|ancestor| ancestor.id);
    let substituted_types: FxHashSet<DefinitionId> = lineages.collect();
    let services = SubstitutingServices::new(model);
    let candidates = services.candidates();
    let checks_all = nodes.len().saturating_mul(candidates.all.len()) <= MAX_CHECKED_PAIRS;
    let checker = candidates.checker();
    let mut unused = Vec::new();
    for candidate in candidates.all.iter().filter(|candidate| !candidate.node_type.is_incomplete) {
        let type_name = candidate.type_name;
        if !substituted_types.contains(&candidate.node_type.id) {
            unused.push(UnusedService { type_name, reason: None });
            continue;
        }
        let is_of_type = |node: &&SubstitutedNode<'_>| {
            types.lineage(node.ty).any(|ancestor| ancestor.id == candidate.node_type.id)
        };
        let mut reason = None;
        let mut matching = nodes.iter().filter(is_of_type);
        let is_unused = checks_all
            && matching.all(|node| match candidates.fit(&checker, *node, candidate) {
                Fit::Misses(span, text) => {
                    reason.get_or_insert((span, text));
                    true
                }
                Fit::Fits | Fit::Unknown => false,
            });
        if is_unused {
            unused.push(UnusedService { type_name, reason });
        }
    }
    unused
}

/// Returns all nodes with the directive `substitute`, or `None` if some are not known.
fn substituted_nodes(model: &Model) -> Option<Vec<SubstitutedNode<'_>>> {
    let mut nodes = Vec::new();
    for file in &model.types.graph.files {
        if !file.is_readable() || file.tree().is_damaged() {
            return None;
        }
        let Some(service) = model.service(file.id) else { continue };
        let has_all_directives =
            service.node_templates().iter().all(|template| template.directives().is_some());
        if !service.has_all_node_templates() || !has_all_directives {
            return None;
        }
        for (template, _) in substituted(service) {
            nodes.push(SubstitutedNode::new(model, template).filter(|node| !node.ty.has_unknown_ancestor)?);
        }
    }
    Some(nodes)
}

//! How many requirement assignments types demand or allow (TOSCA 2.0 §8.2).

use crate::base::IndexMap;
use crate::dialects::variability::ElementId;
use crate::model::service::{NodeTemplateView, RequirementAssignmentView, ServiceView};
use crate::model::types::Requirements;
use crate::syntax::UpperBound;

use super::check::Elements;
use super::consistency::{CountDeviation, Instance, ViolationKind};

/// Returns one rule for each bound of a `count_range` that the node templates of `service` with conditional
/// requirement assignments may violate.
pub(super) fn requirement_counts(service: ServiceView<'_>, elements: &Elements) -> Vec<Instance> {
    let guards = service.file().guards();
    let mut instances = Vec::new();
    for node_template in service.node_templates().iter() {
        let is_guarded = |assignment: RequirementAssignmentView<'_>| guards.guard(assignment.key()).is_some();
        if !node_template.is_selected && node_template.requirements().iter().any(is_guarded) {
            add_for_node_template(node_template, elements, &mut instances);
        }
    }
    instances
}

fn add_for_node_template(
    node_template: NodeTemplateView<'_>,
    elements: &Elements,
    instances: &mut Vec<Instance>,
) {
    let service = node_template.service();
    let (types, tree) = (service.types(), service.file().tree());
    let element = |key: crate::yaml::YamlNode<'_>| -> Option<ElementId> {
        elements.get(&tree.origin(key.id())?).copied()
    };
    let Some(node_type) = types.defined(node_template.node_type) else { return };
    let Some(node) = element(node_template.key()) else { return };
    let mut by_name: IndexMap<&str, Vec<RequirementAssignmentView<'_>>> = IndexMap::default();
    for assignment in node_template.requirements().iter() {
        by_name.entry(assignment.name()).or_default().push(assignment);
    }
    for (name, assignments) in by_name {
        let Some(id) = types.member(node_type, Requirements, name) else { continue };
        let Some((range, node_id)) = types.requirement(id).count_range else { continue };
        // Assignments for several relationships, or for none, are not counted.
        let is_single = |assignment: &RequirementAssignmentView<'_>| {
            assignment.count == Some(1) && assignment.is_optional() == Some(false)
        };
        if !assignments.iter().all(is_single) {
            continue;
        }
        let counted: Option<Vec<ElementId>> =
            assignments.iter().map(|assignment| element(assignment.key())).collect();
        let Some(counted) = counted else { continue };
        let span = types.node(node_id).span();
        let mut add = |count, deviation| {
            instances.push(Instance {
                what: ViolationKind::Count { node, name: name.to_owned(), deviation, span },
                present: vec![node],
                counted: counted.clone(),
                count,
            });
        };
        if range.least > 0 {
            add(CountDeviation::Zero, "no");
        }
        if range.least > 1 {
            add(CountDeviation::SomeButFewerThan(saturate(range.least)), "too few");
        }
        if let UpperBound::Most(most) = range.most
            && most < counted.len() as u64
        {
            add(CountDeviation::MoreThan(saturate(most)), "too many");
        }
    }
}

fn saturate(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

//! Mandatory requirements without an assignment, in versions of TOSCA in which nothing fulfills them then.

use crate::diagnostics::rules::unassigned_requirement::Unassigned;
use crate::diagnostics::{quoted, rules};
use crate::model::service::{
    NodeTemplateView, RequiredCapability, RequirementAssignment, Views, required_by_definition,
};
use crate::model::types::{RequirementTable, RequirementView, TypeRef, Types};

use super::dangling::{candidates, is_mapped, unfulfillable_requirements};
use super::{Cx, fitting_capabilities};

/// The maximum number of node templates that a finding names.
const MAX_NAMED: usize = 3;

/// Reports the mandatory requirements of a node template that are not assigned, unless a substitution mapping passes them
/// on. It is a warning if the service template has a node that can fulfill the requirement.
pub(super) fn check_unassigned<'g>(
    cx: &mut Cx<'g>,
    node_template: NodeTemplateView<'g>,
    assignments: Views<'g, RequirementAssignment>,
    names: &RequirementTable<'g>,
) {
    let types: &'g Types = cx.types;
    let file = node_template.service().file();
    let is_variable = !file.guards().is_empty();
    if !file.policies().requirements.must_be_assigned || is_variable || !node_template.has_all_requirements()
    {
        return;
    }
    let Some(source) = types.defined(node_template.node_type) else { return };
    let reported = unfulfillable_requirements(cx, source, names);
    let mut unassigned = Vec::new();
    for (name, id) in names.iter() {
        let definition = types.requirement(id);
        if definition.count_range.is_none_or(|(range, _)| range.least == 0)
            || assignments.iter().any(|assignment| assignment.name() == name)
            || reported.iter().any(|reported| reported.name == name)
            || is_mapped(cx, node_template, name)
        {
            continue;
        }
        let needed = match (definition.node_type, required_by_definition(types, definition)) {
            (Some(used), _) => types.defined(used.meaning).map(|ty| ("node of type", ty.name())),
            (None, RequiredCapability::Type(TypeRef::Defined(ty))) => {
                Some(("node with a capability of type", types.get(ty).name()))
            }
            _ => None,
        };
        let needed =
            needed.map_or_else(|| "node".to_owned(), |(what, name)| format!("{what} {}", quoted(name)));
        let fitting = fitting_nodes(cx, node_template, definition);
        unassigned.push(Unassigned { name, needed, fitting, defined_at: definition.key().span() });
    }
    if !unassigned.is_empty() {
        let key = node_template.key();
        cx.report(key, rules::unassigned_requirement::new(key.span(), &unassigned));
    }
}

/// Returns the names of some node templates, other than `source`, that can fulfill a requirement.
fn fitting_nodes<'g>(
    cx: &mut Cx<'g>,
    source: NodeTemplateView<'g>,
    definition: RequirementView<'g>,
) -> Vec<&'g str> {
    let types: &'g Types = cx.types;
    let required = required_by_definition(types, definition);
    let candidates = candidates(cx);
    let of_types = match (definition.node_type, required) {
        (Some(used), _) => {
            types.defined(used.meaning).and_then(|target| candidates.types.get(&types.original_id(target.id)))
        }
        (None, RequiredCapability::Type(TypeRef::Defined(ty))) => {
            candidates.capabilities.get(&types.original_id(ty))
        }
        _ => None,
    };
    let mut fitting = Vec::new();
    for id in of_types.into_iter().flatten().copied() {
        if fitting_capabilities(cx, types.get(id), required).is_empty() {
            continue;
        }
        let nodes = candidates.nodes.get(&id).into_iter().flatten().filter(|node| **node != source.id);
        fitting.extend(nodes.map(|node| source.service().node_template(*node).name()));
    }
    fitting.truncate(MAX_NAMED);
    fitting
}

//! Checks requirement assignments against their definitions and target nodes, as far as these are known
//! before deployment (TOSCA 2.0 §8.5, §14.3).
//!
//! In: the service and the effective types. Out: diagnostics of area T08. Reports nothing that depends on
//! values at run time. Values of relationships are checked elsewhere.

mod allocation;
mod capabilities;
mod connections;
mod counts;
mod cycles;
mod dangling;
mod directives;
mod exclusions;
mod filters;
mod numbers;
mod repeats;
mod targets;
mod unassigned;
mod unused;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::literals::Value;
use crate::model::Truth;
use crate::model::service::{
    NodeTemplateId, NodeTemplateView, RequiredCapability, RequirementAssignmentView, Target, offered,
};
use crate::model::types::{
    BuiltIn, CapabilityId, Listed, RequirementView, Requirements, TypeRef, TypeView, Types,
};
use crate::resolve::DefinitionId;
use crate::values::ValueType;
use crate::yaml::{NodeId, YamlNode};

use super::Cx;

/// Cached results for the requirements of one file.
#[derive(Default)]
pub(super) struct RequirementCache<'g> {
    /// The capabilities of a node type that match a requirement.
    offered: FxHashMap<(TypeRef, RequiredCapability<'g>), Rc<[CapabilityId]>>,
    /// Lists of types, by the node of the list.
    listed: FxHashMap<(FileId, NodeId), Listed>,
    /// Requirements of node types that nothing can fulfill if they are assigned implicitly.
    unfulfillable: FxHashMap<DefinitionId, Rc<[dangling::UnfulfillableRequirement<'g>]>>,
    /// The nodes that the service template creates.
    candidates: Option<Rc<dangling::Candidates>>,
    /// Requirements that a substitution mapping maps.
    mapped: Option<Rc<FxHashSet<(NodeTemplateId, &'g str)>>>,
    /// The sums of allocations.
    pools: allocation::Pools<'g>,
    /// The names of all capabilities of all node types.
    capability_names: Option<FxHashSet<&'g str>>,
    /// Whether relationships of a type require the target before the source.
    ordering: FxHashMap<DefinitionId, bool>,
}

/// A requirement assignment with its source and target, as far as they are known.
#[derive(Clone, Copy)]
struct Assigned<'g> {
    /// The node template that has the requirement.
    node_template: NodeTemplateView<'g>,
    /// The assignment, of the template or of the template that it copies.
    assignment: RequirementAssignmentView<'g>,
    /// The type of the source node.
    source: TypeView<'g>,
    definition: RequirementView<'g>,
    /// The type of the target node: of the target template, or else the most derived type that is named.
    target: Option<TypeView<'g>>,
}

impl<'g> Assigned<'g> {
    /// The YAML node of the assignment.
    fn body(&self) -> YamlNode<'g> {
        self.assignment.body()
    }

    /// Whether the target is a node template.
    fn is_direct(&self) -> bool {
        matches!(self.assignment.target, Target::Template(..))
    }

    /// The name of the requirement.
    fn name(&self) -> &'g str {
        self.assignment.name()
    }

    /// The node that names the target, or else the requirement name.
    fn target_node(&self) -> YamlNode<'g> {
        self.assignment.target_name().unwrap_or(self.assignment.key())
    }

    /// The node that names the capability, or else the target.
    fn capability_node(&self) -> YamlNode<'g> {
        let name = self.assignment.written().capability.map(|name| self.assignment.service().node(name.node));
        name.unwrap_or_else(|| self.target_node())
    }
}

/// Checks the requirements of all node templates.
pub(super) fn check<'g>(cx: &mut Cx<'g>) {
    let Some(service) = cx.service else { return };
    for node_template in service.node_templates().iter() {
        let types: &'g Types = cx.types;
        let Some(source) = types.defined(node_template.node_type) else { continue };
        let assignments = node_template.requirements();
        let is_copied = |original: &NodeTemplateView<'g>| {
            assignments.len() == original.own_requirements().len()
                && assignments.iter().all(|assignment| assignment.owner == original.id)
        };
        let Some(original) = node_template.original().filter(is_copied) else {
            check_node_template(cx, node_template, source);
            continue;
        };
        // With the same type, the findings are the same as those of the copied template.
        if original.node_type == node_template.node_type && original.is_selected == node_template.is_selected
        {
            continue;
        }
        let Some(copy) = node_template.written().copy else { continue };
        let (findings_before, decisions_before) = (cx.checker.diagnostics.len(), cx.checker.decisions.len());
        check_node_template(cx, node_template, source);
        // Each value has its decision at its own template.
        cx.checker.decisions.truncate(decisions_before);
        report_at_copy(cx, findings_before, cx.node(copy.node));
    }
    cycles::check_cycles(cx);
    unused::report_unused(cx);
}

/// Checks the requirements of one node template of type `source`.
fn check_node_template<'g>(cx: &mut Cx<'g>, node_template: NodeTemplateView<'g>, source: TypeView<'g>) {
    let assignments = node_template.requirements();
    let names = cx.types.members(source, Requirements);
    let types: &'g Types = cx.types;
    for assignment in assignments.iter() {
        let Some(id) = names.get(assignment.name()) else { continue };
        let definition = types.requirement(id);
        let target = match assignment.target {
            Target::Template(id, _) => Some(node_template.service().node_template(id).node_type),
            Target::Type(meaning) => Some(meaning),
            Target::Open => definition.node_type.map(|used| used.meaning),
            Target::Unknown => None,
        };
        let target = target.and_then(|target| types.defined(target));
        let assigned = Assigned { node_template, assignment, source, definition, target };
        check_assignment(cx, &assigned);
    }
    let copied = node_template.original().map(NodeTemplateView::written);
    if !node_template.is_selected && super::directives::knows_directives(cx, node_template.written(), copied)
    {
        let repeats = repeats::find(cx, assignments);
        let surplus = counts::check_counts(cx, node_template, assignments, &names, &repeats);
        repeats::report(cx, &repeats, &surplus);
        dangling::check_implicit(cx, (node_template, source), assignments, &names);
        unassigned::check_unassigned(cx, node_template, assignments, &names);
    }
}

/// Checks one assignment, independent of the others.
fn check_assignment<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) {
    let relationship = connections::check_connection(cx, assigned);
    if !targets::check_target(cx, assigned) {
        return;
    }
    numbers::check_numbers(cx, assigned);
    directives::check_external_requirement(cx, assigned);
    let Some(capabilities) = capabilities::target_capabilities(cx, assigned) else { return };
    let capability = exclusions::check_exclusions(cx, assigned, &capabilities, relationship);
    filters::check_filters(cx, assigned);
    allocation::check_allocations(cx, assigned, &capabilities, capability);
    dangling::check_dangling(cx, assigned, capabilities.required);
}

/// Moves findings in copied assignments to the node `copy_name`, unless they are also reported at the copied
/// template.
fn report_at_copy<'g>(cx: &mut Cx<'g>, first: usize, copy_name: YamlNode<'g>) {
    let diagnostics = cx.checker.diagnostics.split_off(first);
    let reported: FxHashSet<_> = cx
        .checker
        .diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.rule.code, diagnostic.primary.span))
        .collect();
    for diagnostic in diagnostics {
        if !reported.contains(&(diagnostic.rule.code, diagnostic.primary.span)) {
            cx.checker.diagnostics.push(diagnostic.moved_to(copy_name.span(), "copied by this"));
        }
    }
}

/// Returns the capabilities of a node type that match a requirement.
fn fitting_capabilities<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    required: RequiredCapability<'g>,
) -> Rc<[CapabilityId]> {
    let types = cx.types;
    let key = (TypeRef::Defined(ty.id), required);
    cx.memo.requirements.offered.entry(key).or_insert_with(|| offered(types, ty, required).into()).clone()
}

/// Whether a list certainly does not allow a type.
fn excludes<'g>(cx: &mut Cx<'g>, list: YamlNode<'g>, ty: TypeView<'g>) -> bool {
    let types = cx.types;
    let key = (list.tree().file(), list.id());
    let listed = cx.memo.requirements.listed.entry(key).or_insert_with(|| Listed::new(types, list));
    listed.admit(types, ty) == Truth::No
}

/// Returns the number of nodes of a template, or `None` if it is unknown.
fn node_count<'g>(cx: &Cx<'g>, node_template: NodeTemplateView<'g>) -> Option<u64> {
    let count_node = node_template.count.is_none().then(|| numbers::count_node(node_template)).flatten();
    node_template.count.or_else(|| computed_count(cx, count_node?))
}

/// Returns the number of relationships of an assignment, or `None` if it is unknown.
fn relationship_count<'g>(cx: &Cx<'g>, assignment: RequirementAssignmentView<'g>) -> Option<u64> {
    assignment.count.or_else(|| computed_count(cx, assignment.service().node(assignment.written().count?.0)))
}

/// Returns the result of a function call as a count, or `None` if it depends on unknown inputs.
fn computed_count<'g>(cx: &Cx<'g>, node: YamlNode<'g>) -> Option<u64> {
    cx.types.expressions.call(node)?;
    let expected = ValueType::built_in(BuiltIn::Integer);
    match cx.checker.value_of(node, &expected)? {
        Value::Integer(number) => u64::try_from(number).ok(),
        _ => None,
    }
}

/// Whether the presence of an assignment depends on the variant; counts are then checked per variant.
fn is_guarded(cx: &Cx<'_>, assignment: RequirementAssignmentView<'_>) -> bool {
    cx.types.graph.file(assignment.key().tree().file()).guards().guard(assignment.key()).is_some()
}

/// Whether `ty` certainly is not `expected` or derived from it.
fn is_not(cx: &Cx<'_>, ty: TypeRef, expected: TypeRef) -> bool {
    cx.types.relation(ty, expected) == Truth::No
}

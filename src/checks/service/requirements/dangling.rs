//! Dangling and implicit requirements: whether any node can fulfill them (TOSCA 2.0 §8.5.2, §8.5.4).

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostics::{Diagnostic, Level, quoted, rules};
use crate::model::service::{
    NodeTemplateId, NodeTemplateView, RequiredCapability, RequirementAssignment, ServiceView,
    SubstitutionView, Target, Views, required_by_definition,
};
use crate::model::types::{
    CAPABILITY_SOURCES, Capabilities, CapabilityId, RELATIONSHIP_SOURCES, RequirementTable, RequirementView,
    TypeRef, TypeView, Types, may_allow,
};
use crate::resolve::DefinitionId;
use crate::values::holds_for_candidate;
use crate::yaml::YamlNode;

use super::directives::is_only;
use super::{Assigned, Cx, excludes, filters, fitting_capabilities, relationship_count};

/// The maximum number of nodes that a node filter is evaluated for.
const MAX_FILTERED_NODES: usize = 32;

/// The types and capabilities of the nodes that a service template creates.
#[derive(Default)]
pub(super) struct Candidates {
    /// The node types and all their ancestors, as originals of copies, each with some of the node types that derive from it.
    pub(super) types: FxHashMap<DefinitionId, Vec<DefinitionId>>,
    /// The capability types and all their ancestors, as originals of copies, each with some of the node types that have it.
    pub(super) capabilities: FxHashMap<DefinitionId, Vec<DefinitionId>>,
    /// Some of the nodes of each node type.
    pub(super) nodes: FxHashMap<DefinitionId, Vec<NodeTemplateId>>,
    /// Whether some types or nodes are unknown.
    is_incomplete: bool,
}

/// A requirement that nothing can fulfill if it is assigned implicitly.
pub(super) struct UnfulfillableRequirement<'g> {
    /// The name of the requirement.
    pub(super) name: &'g str,
    /// The finding, at the requirement definition.
    diagnostic: Diagnostic,
}

/// Reports an assignment without a target node template that nothing can fulfill.
pub(super) fn check_dangling<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>, required: RequiredCapability<'g>) {
    let assignment = assigned.assignment;
    let is_dangling = matches!(assignment.target, Target::Open | Target::Type(_));
    let is_mandatory = assignment.is_optional() == Some(false)
        && relationship_count(cx, assignment).is_some_and(|count| count > 0);
    let source = assigned.node_template;
    if !is_dangling || !is_mandatory || source.is_selected || is_mapped(cx, source, assignment.name()) {
        return;
    }
    let directives = assignment.written().directives.as_ref();
    let list = directives.map(|directives| assignment.service().node(directives.node));
    // External nodes may have types that are unknown here.
    let allows_external = list.is_some_and(|list| list.items().any(|item| item.text() == "external"));
    if assigned.target.is_none()
        && !allows_external
        && let RequiredCapability::Type(TypeRef::Defined(ty)) = required
        && !cx.model.is_offered(ty)
    {
        let capability = cx.types.get(ty).name();
        let definition_span = Some(assigned.definition.key().span());
        let key = assignment.key();
        cx.report(
            key,
            rules::no_candidate::of_any_type(key.span(), assigned.name(), capability, definition_span),
        );
        return;
    }
    let Some(list) = list.filter(|list| is_only(*list, "internal")) else { return };
    let candidates = candidates(cx);
    let types: &'g Types = cx.types;
    let (fitting, described) = match (assigned.target, required) {
        (Some(target), _) if target.is_incomplete => return,
        (Some(target), _) => (
            candidates.types.get(&types.original_id(target.id)),
            format!("of type {}", quoted(target.name())),
        ),
        (None, RequiredCapability::Type(TypeRef::Defined(ty))) => {
            let name = quoted(types.get(ty).name());
            (candidates.capabilities.get(&types.original_id(ty)), format!("with a capability of type {name}"))
        }
        _ => return,
    };
    if candidates.is_incomplete {
        return;
    }
    let node = assigned.target_node();
    match fitting {
        None => {
            let diagnostic =
                rules::no_candidate::in_service(node.span(), assigned.name(), &described, list.span());
            cx.report(node, diagnostic);
        }
        Some(fitting) => {
            let nodes = fitting.iter().filter_map(|ty| candidates.nodes.get(ty)).flatten().copied();
            let nodes: Vec<NodeTemplateId> = nodes.take(MAX_FILTERED_NODES + 1).collect();
            if let Some(filter) = excluding_filter(cx, assigned, &nodes) {
                let (name, filter) = (assigned.name(), filter.span());
                cx.report(
                    node,
                    rules::no_candidate::filtered(node.span(), name, &described, list.span(), filter),
                );
            }
        }
    }
}

/// Returns a node filter of a requirement that is certainly false for all `nodes`.
fn excluding_filter<'g>(
    cx: &Cx<'g>,
    assigned: &Assigned<'g>,
    nodes: &[NodeTemplateId],
) -> Option<YamlNode<'g>> {
    let service = assigned.assignment.service();
    let excludes = |filter: YamlNode<'g>, id: NodeTemplateId| {
        let candidate = service.node_template(id);
        holds_for_candidate(&cx.checker, filter, assigned.node_template, assigned.assignment, candidate)
            == Some(false)
    };
    let excludes_all = |filter: &YamlNode<'g>| nodes.iter().all(|id| excludes(*filter, *id));
    if nodes.len() > MAX_FILTERED_NODES {
        return None;
    }
    filters::filters_of(cx, assigned).into_iter().find(excludes_all)
}

/// Reports implicit requirements of a node template that nothing can fulfill.
pub(super) fn check_implicit<'g>(
    cx: &mut Cx<'g>,
    (node_template, source): (NodeTemplateView<'g>, TypeView<'g>),
    assignments: Views<'g, RequirementAssignment>,
    names: &RequirementTable<'g>,
) {
    let unfulfillable = unfulfillable_requirements(cx, source, names);
    if unfulfillable.is_empty() || !node_template.has_all_requirements() {
        return;
    }
    for UnfulfillableRequirement { name, diagnostic } in &*unfulfillable {
        let is_assigned = assignments.iter().any(|assignment| assignment.name() == *name);
        if is_assigned || is_mapped(cx, node_template, name) {
            continue;
        }
        let mut diagnostic = diagnostic.clone();
        let span = std::mem::replace(&mut diagnostic.primary.span, node_template.key().span());
        diagnostic
            .secondary
            .push(crate::diagnostics::Label { span, text: "requirement defined here".into() });
        cx.report(node_template.key(), diagnostic);
    }
}

/// Returns the mandatory requirements of a node type that nothing can fulfill without an assignment. The
/// result is cached.
pub(super) fn unfulfillable_requirements<'g>(
    cx: &mut Cx<'g>,
    source: TypeView<'g>,
    names: &RequirementTable<'g>,
) -> Rc<[UnfulfillableRequirement<'g>]> {
    if let Some(known) = cx.memo.requirements.unfulfillable.get(&source.id) {
        return Rc::clone(known);
    }
    let types: &'g Types = cx.types;
    let mut unfulfillable = Vec::new();
    for (name, id) in names.iter() {
        let definition = types.requirement(id);
        if definition.count_range.is_none_or(|(range, _)| range.least == 0) {
            continue;
        }
        let diagnostic = unfulfillable_diagnostic(cx, source, definition);
        unfulfillable.extend(diagnostic.map(|diagnostic| UnfulfillableRequirement { name, diagnostic }));
    }
    let unfulfillable: Rc<[UnfulfillableRequirement<'g>]> = unfulfillable.into();
    cx.memo.requirements.unfulfillable.insert(source.id, Rc::clone(&unfulfillable));
    unfulfillable
}

/// Returns a diagnostic if nothing can fulfill a requirement definition.
fn unfulfillable_diagnostic<'g>(
    cx: &mut Cx<'g>,
    source: TypeView<'g>,
    definition: RequirementView<'g>,
) -> Option<Diagnostic> {
    let types: &'g Types = cx.types;
    let (key, required) = (definition.key, required_by_definition(types, definition));
    let target = definition.node_type.and_then(|used| types.defined(used.meaning));
    // Normative types of earlier versions require what only the types of an orchestrator offer.
    let file_of = |node: YamlNode<'_>| types.graph.file(node.tree().file());
    let is_normative =
        file_of(definition.key()).is_built_in() && file_of(definition.key()).policies().dialect.is_some();
    if let (None, RequiredCapability::Type(TypeRef::Defined(ty))) = (definition.node_type, required)
        && !is_normative
        && !cx.model.is_offered(ty)
    {
        let (span, name) = (types.node(key).span(), types.node(key).text());
        return Some(rules::no_candidate::of_any_type(span, name, types.get(ty).name(), None));
    }
    let excluded = |reason: String, keyname, list: YamlNode<'g>| {
        let restriction = (keyname, list.span());
        let written = types.name_in(TypeRef::Defined(source.id), list.tree().file());
        let defined_by = (written.as_str(), source.key().span());
        let diagnostic = rules::excluded_relationship::new(
            types.node(key).span(),
            types.node(key).text(),
            &reason,
            restriction,
            defined_by,
        );
        diagnostic.at_level(Level::Warning)
    };
    // If no derived type can be allowed either, the type definition has a finding.
    let source_ref = TypeRef::Defined(source.id);
    let relationship = definition.relationship.relationship_type.and_then(|used| types.defined(used.meaning));
    if let Some(relationship) = relationship
        && let Some(list) = RELATIONSHIP_SOURCES.effective(types, relationship)
        && excludes(cx, list, source)
        && may_allow(types, list, source_ref)
    {
        let reason = format!(
            "relationship type {} does not allow source node type {}",
            quoted(relationship.name()),
            quoted(source.name())
        );
        return Some(excluded(reason, RELATIONSHIP_SOURCES.keyname, list));
    }
    let capabilities: Vec<CapabilityId> = match target {
        Some(target) => fitting_capabilities(cx, target, required).to_vec(),
        None => Vec::new(),
    };
    let mut lists = Vec::new();
    for id in &capabilities {
        let capability = types.capability(*id);
        let ty = capability.capability_type.and_then(|used| types.defined(used.meaning));
        let list = capability.valid_source_node_types();
        lists.push(list.or_else(|| CAPABILITY_SOURCES.effective(types, ty?)));
    }
    if let (None, RequiredCapability::Type(ty)) = (definition.node_type, required) {
        lists.push(types.defined(ty).and_then(|ty| CAPABILITY_SOURCES.effective(types, ty)));
    }
    let mut is_excluding = |list: &Option<YamlNode<'g>>| {
        list.is_some_and(|list| excludes(cx, list, source) && may_allow(types, list, source_ref))
    };
    let all_exclude = !lists.is_empty() && lists.iter().all(&mut is_excluding);
    let list = lists.first().copied().flatten().filter(|_| all_exclude)?;
    let reason = format!(
        "the capability that requirement {} needs does not allow source node type {}",
        quoted(types.node(key).text()),
        quoted(source.name())
    );
    Some(excluded(reason, CAPABILITY_SOURCES.keyname, list))
}

/// Returns the nodes that the service template creates; the result is cached.
pub(super) fn candidates<'g>(cx: &mut Cx<'g>) -> Rc<Candidates> {
    if let Some(known) = &cx.memo.requirements.candidates {
        return Rc::clone(known);
    }
    let types: &'g Types = cx.types;
    let mut candidates = Candidates::default();
    let mut seen: FxHashSet<DefinitionId> = FxHashSet::default();
    let service = cx.service;
    for node_template in service.iter().flat_map(|service| service.node_templates().iter()) {
        let Some(ty) = types.defined(node_template.node_type) else {
            candidates.is_incomplete |= !node_template.is_selected;
            continue;
        };
        add_candidate(&mut candidates.nodes, ty.id, node_template.id);
        if node_template.is_selected {
            continue;
        }
        if !seen.insert(ty.id) {
            continue;
        }
        candidates.is_incomplete |= ty.is_incomplete;
        for ancestor in types.lineage(ty) {
            add_candidate(&mut candidates.types, types.original_id(ancestor.id), ty.id);
        }
        for id in cx.types.members(ty, Capabilities).ids() {
            let used = types.capability(*id).capability_type;
            match used.and_then(|used| types.defined(used.meaning)) {
                Some(offered) => {
                    for ancestor in types.lineage(offered) {
                        add_candidate(&mut candidates.capabilities, types.original_id(ancestor.id), ty.id);
                    }
                }
                None => candidates.is_incomplete = true,
            }
        }
    }
    candidates.is_incomplete |= service.is_some_and(|service| !service.has_all_node_templates());
    let candidates = Rc::new(candidates);
    cx.memo.requirements.candidates = Some(Rc::clone(&candidates));
    candidates
}

/// Adds a candidate, unless there are more than enough already.
fn add_candidate<T: PartialEq>(candidates: &mut FxHashMap<DefinitionId, Vec<T>>, ty: DefinitionId, id: T) {
    let list = candidates.entry(ty).or_default();
    if list.len() <= MAX_FILTERED_NODES && list.last() != Some(&id) {
        list.push(id);
    }
}

/// Whether a substitution mapping maps a requirement.
pub(super) fn is_mapped<'g>(cx: &mut Cx<'g>, template: NodeTemplateView<'g>, name: &'g str) -> bool {
    mapped_requirements(cx).contains(&(template.id, name))
}

/// Returns the requirements of node templates that a substitution mapping maps; the result is cached.
fn mapped_requirements<'g>(cx: &mut Cx<'g>) -> Rc<FxHashSet<(NodeTemplateId, &'g str)>> {
    if let Some(known) = &cx.memo.requirements.mapped {
        return Rc::clone(known);
    }
    let substitution = cx.service.and_then(ServiceView::substitution);
    let passed_on = substitution.into_iter().flat_map(SubstitutionView::passed_on);
    let mapped = passed_on.map(|(template, name)| (template.id, name));
    let mapped = Rc::new(mapped.collect::<FxHashSet<_>>());
    cx.memo.requirements.mapped = Some(Rc::clone(&mapped));
    mapped
}

//! Requirements that name no node, and those that are assigned by themselves: whether anything can meet them
//! (TOSCA 2.0 §8.5.2, §8.5.4).

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::diagnostics::{Diagnostic, Level, codes, quoted};
use crate::model::service::{
    NodeTemplateId, NodeTemplateView, RequirementAssignment, ServiceView, SubstitutionView, Target, Views,
    Wanted, wanted_by_definition,
};
use crate::model::types::{
    CAPABILITY_SOURCES, Capabilities, CapabilityId, RELATIONSHIP_SOURCES, RequirementTable, RequirementView,
    TypeRef, TypeView, Types, could_admit,
};
use crate::resolve::DefinitionId;
use crate::yaml::Node;

use super::directives::is_only;
use super::{Assigned, Cx, excludes, fitting_capabilities, relationship_count};

/// What the nodes that a service template creates are and offer.
#[derive(Default)]
pub(super) struct Candidates {
    /// Their types and all ancestors of these.
    types: FxHashSet<DefinitionId>,
    /// The types of their capabilities and all ancestors of these.
    capabilities: FxHashSet<DefinitionId>,
    /// Whether there may be more.
    is_open: bool,
}

/// A requirement that nothing can meet if it is assigned by itself.
pub(super) struct UnfulfillableRequirement<'g> {
    name: &'g str,
    /// The finding, at the place of the definition.
    diagnostic: Diagnostic,
}

/// An assignment that names no node template.
pub(super) fn dangling<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>, wanted: Wanted<'g>) {
    let assignment = assigned.assignment;
    let open = matches!(assignment.target, Target::Open | Target::Type(_));
    let firm = assignment.is_optional() == Some(false)
        && relationship_count(cx, assignment).is_some_and(|count| count > 0);
    let source = assigned.node_template;
    if !open || !firm || source.is_selected || is_mapped(cx, source, assignment.name()) {
        return;
    }
    let directives = assignment.written().directives.as_ref();
    let list = directives.map(|directives| assignment.service().node(directives.node));
    // What there is outside may be of types that are not known here.
    let outside = list.is_some_and(|list| list.items().any(|item| item.text() == "external"));
    if assigned.target.is_none()
        && !outside
        && let Wanted::Type(TypeRef::Defined(ty)) = wanted
        && !cx.model.is_offered(ty)
    {
        let described = format!("with a capability of type {}", quoted(cx.types.get(ty).name()));
        let place = Some(assigned.definition.key().span());
        let key = assignment.key();
        cx.report(key, codes::no_candidate::anywhere(key.span(), assigned.name(), &described, place));
        return;
    }
    let Some(list) = list.filter(|list| is_only(*list, "internal")) else { return };
    let candidates = candidates(cx);
    let types: &'g Types = cx.types;
    let (met, described) = match (assigned.target, wanted) {
        (Some(target), _) if target.is_open => return,
        (Some(target), _) => {
            (candidates.types.contains(&target.id), format!("of type {}", quoted(target.name())))
        }
        (None, Wanted::Type(TypeRef::Defined(ty))) => {
            let name = quoted(types.get(ty).name());
            (candidates.capabilities.contains(&ty), format!("with a capability of type {name}"))
        }
        _ => return,
    };
    if !met && !candidates.is_open {
        let at = assigned.target_node();
        let diagnostic = codes::no_candidate::inside(at.span(), assigned.name(), &described, list.span());
        cx.report(at, diagnostic);
    }
}

/// Requirements of a node template that are assigned by themselves.
pub(super) fn assigned_by_themselves<'g>(
    cx: &mut Cx<'g>,
    (node_template, source): (NodeTemplateView<'g>, TypeView<'g>),
    assignments: Views<'g, RequirementAssignment>,
    names: &RequirementTable<'g>,
) {
    let unfulfillable = unfulfillable(cx, source, names);
    if unfulfillable.is_empty() || !node_template.has_all_requirements() {
        return;
    }
    for UnfulfillableRequirement { name, diagnostic } in &*unfulfillable {
        let given = assignments.iter().any(|assignment| assignment.name() == *name);
        if given || is_mapped(cx, node_template, name) {
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

/// The requirements of a node type that must be met, but cannot be where the definition alone counts.
fn unfulfillable<'g>(
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
        let diagnostic = unmeetable(cx, source, definition);
        unfulfillable.extend(diagnostic.map(|diagnostic| UnfulfillableRequirement { name, diagnostic }));
    }
    let unfulfillable: Rc<[UnfulfillableRequirement<'g>]> = unfulfillable.into();
    cx.memo.requirements.unfulfillable.insert(source.id, Rc::clone(&unfulfillable));
    unfulfillable
}

fn unmeetable<'g>(
    cx: &mut Cx<'g>,
    source: TypeView<'g>,
    definition: RequirementView<'g>,
) -> Option<Diagnostic> {
    let types: &'g Types = cx.types;
    let (key, wanted) = (definition.key, wanted_by_definition(types, definition));
    let target = definition.node_type.and_then(|used| types.defined(used.meaning));
    if let (None, Wanted::Type(TypeRef::Defined(ty))) = (definition.node_type, wanted)
        && !cx.model.is_offered(ty)
    {
        let described = format!("with a capability of type {}", quoted(types.get(ty).name()));
        return Some(codes::no_candidate::anywhere(
            types.node(key).span(),
            types.node(key).text(),
            &described,
            None,
        ));
    }
    let excluded = |reason: String, keyname, list: Node<'g>| {
        let place = (keyname, list.span());
        let defined = (source.name(), source.key().span());
        let diagnostic = codes::excluded_relationship::new(
            types.node(key).span(),
            types.node(key).text(),
            &reason,
            place,
            defined,
        );
        diagnostic.at_level(Level::Warning)
    };
    // What no derived type could mend was told at the definition.
    let own = TypeRef::Defined(source.id);
    let relationship = definition.relationship.relationship_type.and_then(|used| types.defined(used.meaning));
    if let Some(relationship) = relationship
        && let Some(list) = RELATIONSHIP_SOURCES.in_force(types, relationship)
        && excludes(cx, list, source)
        && could_admit(types, list, own)
    {
        let reason = format!(
            "relationship type {} does not allow source node type {}",
            quoted(relationship.name()),
            quoted(source.name())
        );
        return Some(excluded(reason, RELATIONSHIP_SOURCES.keyname, list));
    }
    let capabilities: Vec<CapabilityId> = match target {
        Some(target) => fitting_capabilities(cx, target, wanted).to_vec(),
        None => Vec::new(),
    };
    let mut lists = Vec::new();
    for id in &capabilities {
        let capability = types.capability(*id);
        let ty = capability.capability_type.and_then(|used| types.defined(used.meaning));
        let list = capability.valid_source_node_types();
        lists.push(list.or_else(|| CAPABILITY_SOURCES.in_force(types, ty?)));
    }
    if let (None, Wanted::Type(ty)) = (definition.node_type, wanted) {
        lists.push(types.defined(ty).and_then(|ty| CAPABILITY_SOURCES.in_force(types, ty)));
    }
    let mut is_against = |list: &Option<Node<'g>>| {
        list.is_some_and(|list| excludes(cx, list, source) && could_admit(types, list, own))
    };
    let all = !lists.is_empty() && lists.iter().all(&mut is_against);
    let list = lists.first().copied().flatten().filter(|_| all)?;
    let reason = format!(
        "the capability that requirement {} needs does not allow source node type {}",
        quoted(types.node(key).text()),
        quoted(source.name())
    );
    Some(excluded(reason, CAPABILITY_SOURCES.keyname, list))
}

fn candidates<'g>(cx: &mut Cx<'g>) -> Rc<Candidates> {
    if let Some(known) = &cx.memo.requirements.candidates {
        return Rc::clone(known);
    }
    let types: &'g Types = cx.types;
    let mut candidates = Candidates::default();
    let mut seen: FxHashSet<DefinitionId> = FxHashSet::default();
    let service = cx.service;
    for node_template in service.iter().flat_map(|service| service.node_templates().iter()) {
        if node_template.is_selected {
            continue;
        }
        let Some(ty) = types.defined(node_template.node_type) else {
            candidates.is_open = true;
            continue;
        };
        if !seen.insert(ty.id) {
            continue;
        }
        candidates.is_open |= ty.is_open;
        candidates.types.extend(types.lineage(ty).map(|ty| ty.id));
        for id in cx.types.members(ty, Capabilities).ids() {
            let used = types.capability(*id).capability_type;
            match used.and_then(|used| types.defined(used.meaning)) {
                Some(ty) => candidates.capabilities.extend(types.lineage(ty).map(|ty| ty.id)),
                None => candidates.is_open = true,
            }
        }
    }
    candidates.is_open |= service.is_some_and(|service| !service.has_all_node_templates());
    let candidates = Rc::new(candidates);
    cx.memo.requirements.candidates = Some(Rc::clone(&candidates));
    candidates
}

/// Whether a substitution mapping passes a requirement on.
fn is_mapped<'g>(cx: &mut Cx<'g>, template: NodeTemplateView<'g>, name: &'g str) -> bool {
    mapped(cx).contains(&(template.id, name))
}

/// The requirements of node templates that a substitution mapping passes on.
fn mapped<'g>(cx: &mut Cx<'g>) -> Rc<FxHashSet<(NodeTemplateId, &'g str)>> {
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

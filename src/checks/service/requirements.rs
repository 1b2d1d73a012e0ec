//! Requirement assignments against their definitions and against the nodes that they lead to, as far as that
//! is known before anything runs (TOSCA 2.0 §8.5, §14.3).
//!
//! In: the service and the effective types. Out: diagnostics of area T08. What is known only to the running
//! service is silent. Values that are given to relationships are judged elsewhere.

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
mod unused;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;
use crate::diagnostics::Label;
use crate::literals::Value;
use crate::model::Truth;
use crate::model::service::{
    NodeTemplateId, NodeTemplateView, RequirementAssignmentView, Target, Wanted, offered,
};
use crate::model::types::{
    BuiltIn, CapabilityId, Listed, RequirementView, Requirements, TypeRef, TypeView, Types,
};
use crate::resolve::DefinitionId;
use crate::values::ValueType;
use crate::yaml::{Node, NodeId};

use super::Cx;

/// What was looked up for requirements already.
#[derive(Default)]
pub(super) struct RequirementCache<'g> {
    /// The capabilities of a node type that fit.
    offered: FxHashMap<(TypeRef, Wanted<'g>), Rc<[CapabilityId]>>,
    /// Lists of types.
    listed: FxHashMap<(FileId, NodeId), Listed>,
    /// Requirements of node types that nothing meets where they are assigned by themselves.
    unfulfillable: FxHashMap<DefinitionId, Rc<[dangling::UnfulfillableRequirement<'g>]>>,
    /// What the service template creates.
    candidates: Option<Rc<dangling::Candidates>>,
    /// Requirements that a substitution mapping passes on.
    mapped: Option<Rc<FxHashSet<(NodeTemplateId, &'g str)>>>,
    /// What allocations take.
    pools: allocation::Pools<'g>,
    /// The names of all capabilities of all node types.
    capability_names: Option<FxHashSet<&'g str>>,
    /// Whether relationships of a type put the target before the source.
    ordering: FxHashMap<DefinitionId, bool>,
}

/// A requirement assignment, and what is known of its ends.
#[derive(Clone, Copy)]
struct Assigned<'g> {
    /// The node template that has the requirement.
    node_template: NodeTemplateView<'g>,
    /// The assignment, which the template or the one that it copies writes.
    assignment: RequirementAssignmentView<'g>,
    /// The type of the node that has the requirement.
    source: TypeView<'g>,
    definition: RequirementView<'g>,
    /// The type of the node at the other end: that of the template, or the narrowest that is named.
    target: Option<TypeView<'g>>,
}

impl<'g> Assigned<'g> {
    /// The node that holds the keynames.
    fn body(&self) -> Node<'g> {
        self.assignment.body()
    }

    /// Whether a node template is named.
    fn is_direct(&self) -> bool {
        matches!(self.assignment.target, Target::Template(..))
    }

    /// The name of the requirement.
    fn name(&self) -> &'g str {
        self.assignment.name()
    }

    /// Where the other node is named; the name of the requirement where it is not.
    fn target_place(&self) -> Node<'g> {
        self.assignment.target_name().unwrap_or(self.assignment.key())
    }

    /// Where the capability is named, else the other node.
    fn capability_place(&self) -> Node<'g> {
        let name = self.assignment.written().capability.map(|name| self.assignment.service().node(name.node));
        name.unwrap_or_else(|| self.target_place())
    }
}

/// Reviews the requirements of all node templates.
pub(super) fn fulfillment<'g>(cx: &mut Cx<'g>) {
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
            requirements_of(cx, node_template, source);
            continue;
        };
        // What the same type makes wrong is told at the template that writes it.
        if original.node_type == node_template.node_type && original.is_selected == node_template.is_selected
        {
            continue;
        }
        let Some(copy) = node_template.written().copy else { continue };
        let (before, decided) = (cx.checker.found.len(), cx.checker.decisions.len());
        requirements_of(cx, node_template, source);
        // How a value is written is decided where it stands.
        cx.checker.decisions.truncate(decided);
        report_at_copy(cx, before, cx.node(copy.node));
    }
    cycles::cycles(cx);
    unused::unused_relationship_templates(cx);
}

fn requirements_of<'g>(cx: &mut Cx<'g>, node_template: NodeTemplateView<'g>, source: TypeView<'g>) {
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
        numbers::numbers(cx, &assigned);
        check_assignment(cx, &assigned);
    }
    let copied = node_template.original().map(NodeTemplateView::written);
    if !node_template.is_selected && super::directives::knows_directives(cx, node_template.written(), copied)
    {
        counts::counts(cx, node_template, assignments, &names);
        repeats::repeats(cx, assignments);
        dangling::assigned_by_themselves(cx, (node_template, source), assignments, &names);
    }
}

/// One assignment, apart from others.
fn check_assignment<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) {
    let relationship = connections::connection(cx, assigned);
    if !targets::named_target(cx, assigned) {
        return;
    }
    directives::asked_from_outside(cx, assigned);
    let Some(capabilities) = capabilities::capability_led_to(cx, assigned) else { return };
    let capability = exclusions::exclusions(cx, assigned, &capabilities, relationship);
    filters::filters(cx, assigned);
    allocation::allocation(cx, assigned, &capabilities, capability);
    dangling::dangling(cx, assigned, capabilities.wanted);
}

/// Rehangs what was found in copied assignments to the place that copies them, unless it was found there
/// as well.
fn report_at_copy<'g>(cx: &mut Cx<'g>, from: usize, place: Node<'g>) {
    let diagnostic = cx.checker.found.split_off(from);
    let told: FxHashSet<_> =
        cx.checker.found.iter().map(|diagnostic| (diagnostic.code.id, diagnostic.primary.span)).collect();
    for mut diagnostic in diagnostic {
        if told.contains(&(diagnostic.code.id, diagnostic.primary.span)) {
            continue;
        }
        let span = std::mem::replace(&mut diagnostic.primary.span, place.span());
        let text = std::mem::replace(&mut diagnostic.primary.text, "copied by this".into());
        diagnostic.secondary.insert(0, Label { span, text });
        diagnostic.fixes.clear();
        cx.checker.found.push(diagnostic);
    }
}

/// The capabilities of a node type that fit.
fn fitting_capabilities<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, wanted: Wanted<'g>) -> Rc<[CapabilityId]> {
    let types = cx.types;
    let key = (TypeRef::Defined(ty.id), wanted);
    cx.memo.requirements.offered.entry(key).or_insert_with(|| offered(types, ty, wanted).into()).clone()
}

/// Whether a list certainly does not admit a type.
fn excludes<'g>(cx: &mut Cx<'g>, list: Node<'g>, ty: TypeView<'g>) -> bool {
    let types = cx.types;
    let place = (list.tree().file(), list.id());
    let listed = cx.memo.requirements.listed.entry(place).or_insert_with(|| Listed::of(types, list));
    listed.admit(types, ty) == Truth::No
}

/// How many nodes a template stands for, where that is known.
fn node_count<'g>(cx: &Cx<'g>, node_template: NodeTemplateView<'g>) -> Option<u64> {
    let place = node_template.count.is_none().then(|| numbers::count_place(node_template)).flatten();
    node_template.count.or_else(|| computed(cx, place?))
}

/// How many relationships an assignment stands for, where that is known.
fn relationship_count<'g>(cx: &Cx<'g>, assignment: RequirementAssignmentView<'g>) -> Option<u64> {
    assignment.count.or_else(|| computed(cx, assignment.service().node(assignment.written().count?.0)))
}

/// A number that a function gives: known where values are given to the inputs.
fn computed<'g>(cx: &Cx<'g>, node: Node<'g>) -> Option<u64> {
    cx.types.expressions.call(node)?;
    let expected = ValueType::built_in(BuiltIn::Integer);
    match cx.checker.value_of(node, &expected)? {
        Value::Integer(number) => u64::try_from(number).ok(),
        _ => None,
    }
}

/// Whether an assignment need not be there: how many there are is decided for each choice of them.
fn is_guarded(cx: &Cx<'_>, assignment: RequirementAssignmentView<'_>) -> bool {
    cx.types.graph.file(assignment.key().tree().file()).guards().of(assignment.key()).is_some()
}

/// Whether one type certainly is not another.
fn is_not(cx: &Cx<'_>, one: TypeRef, other: TypeRef) -> bool {
    cx.types.relation(one, other) == Truth::No
}

/// Whether two nodes say the same.
fn alike(one: Node<'_>, other: Node<'_>) -> bool {
    let mut queue = vec![(one, other)];
    while let Some((one, other)) = queue.pop() {
        if one.kind() != other.kind() || one.text() != other.text() {
            return false;
        }
        let (entries, others) = (one.entries(), other.entries());
        let (items, other_items) = (one.items(), other.items());
        if one.entries().count() != other.entries().count() || one.items().count() != other.items().count() {
            return false;
        }
        queue.extend(
            entries.zip(others).flat_map(|((key, value), (key2, value2))| [(key, key2), (value, value2)]),
        );
        queue.extend(items.zip(other_items));
    }
    true
}

//! Finds what the TOSCA paths in calls refer to, and the types of results (TOSCA 2.0 §10.2, §10.3).
//!
//! Input: calls of a normal form, and the entity that `SELF` refers to. Output: the same calls with a
//! [`ResolvedPath`] and a result type, as far as the file determines them. Reports nothing.

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::functions::{Function, FunctionSource, Parameter, PathEnd, ResultType};
use crate::model::service::{
    Connection, NodeTemplateView, RelationshipTemplateView, RequirementAssignmentView, ServiceView, Target,
    required_by_assignment,
};
use crate::model::types::{
    BuiltIn, Capabilities, CapabilityId, FieldId, FieldView, Fields, RequirementId, Requirements, TypeRef,
};
use crate::values::ValueType;

use super::context::Cx;
use super::expression::{Call, NormalExpression};
use super::named::NormalText;
use super::template::candidates;

/// What a TOSCA path refers to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedPath {
    /// The node template that has the member, its capability or its requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<NormalText>,
    /// The capability of that node template that has the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<NormalText>,
    /// The `id` of the requirement assignment or relationship template whose relationship has the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relationship: Option<NormalText>,
    /// The property.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub property: Option<NormalText>,
    /// The attribute; properties are attributes as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribute: Option<NormalText>,
    /// The artifact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artifact: Option<NormalText>,
    /// The names and indexes that select a part of the value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub part: Vec<NormalExpression>,
}

/// An entity of the service.
#[derive(Clone, Copy)]
pub(super) enum Place<'g> {
    /// A node.
    Node(NodeTemplateView<'g>),
    /// The relationship of a requirement: of the assignment, or of the definition if nothing is assigned.
    Relationship(NodeTemplateView<'g>, &'g str, Option<RequirementAssignmentView<'g>>),
    /// A relationship template.
    Template(RelationshipTemplateView<'g>),
    /// A capability of a node.
    Capability(NodeTemplateView<'g>, &'g str, CapabilityId),
    /// None.
    Nothing,
}

/// Adds the resolved paths and result types of all calls in a value; `place` is what `SELF` refers to.
pub(super) fn resolve<'g>(cx: &mut Cx<'g>, place: Place<'g>, value: &mut NormalExpression) {
    match value {
        NormalExpression::List(items) => items.iter_mut().for_each(|item| resolve(cx, place, item)),
        NormalExpression::Map(entries) => {
            entries.named.iter_mut().for_each(|entry| resolve(cx, place, &mut entry.value));
            for (key, value) in &mut entries.computed {
                resolve(cx, place, key);
                resolve(cx, place, value);
            }
        }
        NormalExpression::Call(call) => {
            call.arguments.iter_mut().for_each(|argument| resolve(cx, place, argument));
            let Some(function) = Function::named(&call.function) else { return };
            let (resolved, result) = resolve_call(cx, place, call, *function);
            call.resolved = resolved.map(Box::new);
            call.result_type = result;
        }
        _ => {}
    }
}

/// Returns what a call refers to, if it has a path, and the type of its result.
fn resolve_call<'g>(
    cx: &mut Cx<'g>,
    place: Place<'g>,
    call: &Call,
    function: Function,
) -> (Option<ResolvedPath>, Option<NormalText>) {
    match (function.source(), function.result) {
        (Some(FunctionSource::Path(end)), _) => path(cx, place, &call.arguments, end).unzip(),
        (Some(FunctionSource::Input), _) => (None, input(cx, &call.arguments)),
        (_, ResultType::Is(built_in)) => (None, Some(built_in.name().into())),
        (_, ResultType::T) => (None, common_type(call, function)),
        _ => (None, None),
    }
}

/// Returns the type of an input, or of a part of it.
fn input(cx: &mut Cx<'_>, arguments: &[NormalExpression]) -> Option<NormalText> {
    let (NormalExpression::String(name), part) = arguments.split_first()? else { return None };
    let id = *cx.inputs.get(&**name)?;
    let ty = ValueType::Field(id);
    part_type(cx, ty, part)
}

/// Returns the type that the arguments of a call have in common with its result.
fn common_type(call: &Call, function: Function) -> Option<NormalText> {
    let of_call = |argument: &NormalExpression| match argument {
        NormalExpression::Call(call) => call.result_type.clone(),
        _ => None,
    };
    if let Some(known) = call.arguments.iter().find_map(of_call) {
        return Some(known);
    }
    let Some(Parameter::T(allowed)) = function.parameters.first() else { return None };
    let kind = call.arguments.first().and_then(NormalExpression::kind)?;
    allowed.contains(&kind).then(|| kind.name().into())
}

/// Returns what a path refers to, and the type of what is read there.
fn path<'g>(
    cx: &mut Cx<'g>,
    place: Place<'g>,
    arguments: &[NormalExpression],
    end: PathEnd,
) -> Option<(ResolvedPath, NormalText)> {
    let (mut place, mut rest) = start(cx, place, arguments)?;
    while let Some((NormalExpression::String(word), after)) = rest.split_first() {
        // A word at the end is a name.
        if after.is_empty() {
            break;
        }
        (place, rest) = match (place, &**word) {
            (Place::Node(node), "RELATIONSHIP") => relationship(cx, node, after)?,
            (Place::Node(node), "CAPABILITY") => {
                let (NormalExpression::String(name), after) = after.split_first()? else { return None };
                (capability(cx, node, name)?, after)
            }
            (Place::Relationship(source, ..), "SOURCE") => (Place::Node(source), after),
            (Place::Relationship(_, _, assignment), "TARGET") => (Place::Node(target(assignment?)?), after),
            (Place::Relationship(_, _, assignment), "CAPABILITY") => {
                (target_capability(cx, assignment?)?, after)
            }
            (_, "RELATIONSHIP" | "CAPABILITY" | "SOURCE" | "TARGET") => return None,
            _ => break,
        };
    }
    let (NormalExpression::String(name), part) = rest.split_first()? else { return None };
    let mut resolved = resolved(place)?;
    resolved.part = part.to_vec();
    if end == PathEnd::Artifact {
        resolved.artifact = Some(name.clone());
        return Some((resolved, BuiltIn::String.name().into()));
    }
    let member = if end == PathEnd::Attribute { &mut resolved.attribute } else { &mut resolved.property };
    *member = Some(name.clone());
    let id = field(cx, place, name)?;
    let ty = ValueType::Field(cx.types.field(id));
    let ty = part_type(cx, ty, part).unwrap_or_default();
    Some((resolved, ty))
}

/// Returns the entity at the start of a path, and the arguments after it.
fn start<'g, 'a>(
    cx: &Cx<'g>,
    place: Place<'g>,
    arguments: &'a [NormalExpression],
) -> Option<(Place<'g>, &'a [NormalExpression])> {
    let (NormalExpression::String(first), mut rest) = arguments.split_first()? else { return None };
    if &**first == "SELF" {
        return Some((place, rest));
    }
    let service = cx.model.service(cx.file.id)?;
    if let Some(node) = service.node_template_named(first) {
        match rest.first() {
            // The index of a node.
            Some(NormalExpression::Integer(_)) => rest = &rest[1..],
            Some(NormalExpression::String(word)) if &**word == "ALL" => return None,
            _ => {}
        }
        return Some((Place::Node(node), rest));
    }
    let template = service.relationship_template_named(first)?;
    Some((Place::Template(template), rest))
}

/// Returns the relationship that a requirement name and an index refer to, and the arguments after them.
fn relationship<'g, 'a>(
    cx: &Cx<'g>,
    node: NodeTemplateView<'g>,
    arguments: &'a [NormalExpression],
) -> Option<(Place<'g>, &'a [NormalExpression])> {
    let (NormalExpression::String(name), mut rest) = arguments.split_first()? else { return None };
    let mut index = 0;
    match rest.first() {
        Some(NormalExpression::Integer(given)) => {
            index = u64::try_from(*given).ok()?;
            rest = &rest[1..];
        }
        Some(NormalExpression::Call(_)) => return None,
        Some(NormalExpression::String(word)) if &**word == "ALL" => return None,
        _ => {}
    }
    if node.is_selected {
        return None;
    }
    let assignments = node.requirements();
    let mut total: Option<u64> = Some(0);
    for assignment in assignments.iter().filter(|assignment| assignment.name() == &**name) {
        total = total.zip(assignment.count).map(|(total, count)| total.saturating_add(count));
        if total? > index {
            return Some((Place::Relationship(node, assignment.name(), Some(assignment)), rest));
        }
    }
    let id = implicit(cx, node, name).filter(|_| total == Some(0))?;
    Some((Place::Relationship(node, cx.types.requirement(id).key().text(), None), rest))
}

/// Returns a requirement of the type of a node, whatever is assigned to it.
fn implicit(cx: &Cx<'_>, node: NodeTemplateView<'_>, name: &str) -> Option<RequirementId> {
    cx.types.member(cx.types.defined(node.node_type)?, Requirements, name)
}

/// Returns a capability of a node.
fn capability<'g>(cx: &Cx<'g>, node: NodeTemplateView<'g>, name: &str) -> Option<Place<'g>> {
    let id = cx.types.member(cx.types.defined(node.node_type)?, Capabilities, name)?;
    Some(Place::Capability(node, cx.types.capability(id).key().text(), id))
}

/// Returns the target node of a relationship.
fn target(assignment: RequirementAssignmentView<'_>) -> Option<NodeTemplateView<'_>> {
    match assignment.target {
        Target::Template(id, _) => Some(assignment.service().node_template(id)),
        _ => None,
    }
}

/// Returns the target capability of a relationship, if there is only one that it can have.
fn target_capability<'g>(cx: &mut Cx<'g>, assignment: RequirementAssignmentView<'g>) -> Option<Place<'g>> {
    let (types, node) = (cx.types, target(assignment)?);
    let ty = types.defined(node.node_type)?;
    let requirement = types.requirement(assignment.definition?);
    let required = required_by_assignment(types, assignment, requirement, Some(ty));
    let offered = candidates::offered_names(cx, ty, required);
    let [only] = &offered[..] else { return None };
    capability(cx, node, only)
}

/// Returns an entity without a member.
fn resolved(place: Place<'_>) -> Option<ResolvedPath> {
    let mut resolved = ResolvedPath::default();
    match place {
        Place::Node(node) => resolved.node = Some(node.name().into()),
        Place::Capability(node, name, _) => {
            resolved.node = Some(node.name().into());
            resolved.capability = Some(name.into());
        }
        Place::Relationship(node, name, assignment) => {
            resolved.node = Some(node.name().into());
            let same_name = node.requirements().iter().filter(|other| other.name() == name);
            let position = |assignment: RequirementAssignmentView<'_>| {
                same_name.clone().position(|other| other.key().source() == assignment.key().source())
            };
            let index = assignment.and_then(position).unwrap_or(0);
            resolved.relationship = Some(requirement_id(node.name(), name, index));
        }
        Place::Template(template) => {
            resolved.relationship = Some(format!("relationship_templates/{}", template.name()).into());
        }
        Place::Nothing => return None,
    }
    Some(resolved)
}

/// Returns the `id` of a requirement assignment: the node, the requirement, and the index among its assignments.
pub(super) fn requirement_id(node: &str, requirement: &str, index: usize) -> NormalText {
    format!("node_templates/{node}/requirements/{requirement}/{index}").into()
}

/// Returns the property or attribute of an entity with this name.
fn field(cx: &Cx<'_>, place: Place<'_>, name: &str) -> Option<FieldId> {
    let types = cx.types;
    let of_type = |meaning: TypeRef| {
        let ty = types.defined(meaning)?;
        types.member(ty, Fields::Properties, name).or_else(|| types.member(ty, Fields::Attributes, name))
    };
    match place {
        Place::Node(node) => of_type(node.node_type),
        Place::Template(template) => of_type(template.relationship_type),
        Place::Capability(_, _, id) => [Fields::Properties, Fields::Attributes]
            .into_iter()
            .find_map(|section| types.capability_fields(id, section).get(name)),
        Place::Relationship(node, requirement, assignment) => {
            let definition = implicit(cx, node, requirement);
            let used = definition.and_then(|id| types.requirement(id).relationship.relationship_type);
            let meaning = match assignment.map(|assignment| assignment.connection) {
                Some(Connection::Template(id)) => node.service().relationship_template(id).relationship_type,
                Some(Connection::Type(meaning)) => meaning,
                _ => used?.meaning,
            };
            of_type(meaning)
        }
        Place::Nothing => None,
    }
}

/// Returns the type of a part of a value.
fn part_type<'g>(cx: &mut Cx<'g>, ty: ValueType<'g>, part: &[NormalExpression]) -> Option<NormalText> {
    let types = cx.types;
    let mut ty = ty;
    for step in part {
        let data_type = ty.data_type()?;
        ty = match (types.built_in(data_type), step) {
            (Some(BuiltIn::List | BuiltIn::Map), _) => ty.entries(types)?,
            (None, NormalExpression::String(name)) => {
                let id = types.member(types.defined(data_type)?, Fields::Properties, name)?;
                ValueType::Field(types.field(id))
            }
            _ => return None,
        };
    }
    let data_type = ty.data_type().filter(|ty| *ty != TypeRef::Unknown)?;
    Some(cx.type_name(data_type))
}

/// Returns the types of the inputs of a service by name.
pub(super) fn inputs(service: Option<ServiceView<'_>>) -> FxHashMap<&str, FieldView<'_>> {
    let inputs = service.into_iter().flat_map(ServiceView::inputs);
    inputs.filter_map(|input| Some((input.name(), input.field?))).collect()
}

//! Requirement assignments (TOSCA 2.0 §8.5): their targets, and those that the standard adds.

use serde::Serialize;

use crate::keynames::Slot;
use crate::model::service::{
    Assignments, Connection, NodeTemplateView, RequiredCapability, RequirementAssignmentView, ServiceView,
    Target, required_by_assignment, required_by_definition,
};
use crate::model::types::{
    Capabilities, FieldTable, Fields, Interfaces, RequirementId, Requirements, TypeRef, TypeView,
};
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::{NormalExpression, Values};
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::paths::requirement_id;
use crate::normalize::shared::{Shared, SharedMap};
use crate::normalize::source::{How, Origin};
use crate::normalize::types::implementation::Artifacts;
use crate::normalize::types::requirement;
use crate::normalize::values;
use crate::normalize::values::Conditions;
use crate::normalize::yaml::Yaml;
use crate::syntax;
use crate::values::{EntityInstance, RelationshipInstance, ValueType};

use super::candidates::Candidate;
use super::interface::{self, InterfaceAssignment};
use super::properties::{merged, texts};
use super::{candidates, properties};

/// A requirement assignment of a node.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalRequirementAssignment {
    /// Its unique identifier in the model: the node, the requirement, and the index among its assignments.
    pub id: NormalText,
    /// The requirement.
    pub name: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// The target node, as far as it is specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<TargetNode>,
    /// The target capability, as far as it is specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<TargetCapability>,
    /// The relationship.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relationship: Option<Shared<RelationshipAssignment>>,
    /// The allocated part of the capability.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub allocation: Values,
    /// The number of relationships.
    pub count: NormalExpression,
    /// The conditions that the target node must satisfy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub node_filter: Vec<NormalExpression>,
    /// Whether the target node is inside or outside of a substituting service template.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub directives: Vec<NormalText>,
    /// Whether it may stay unfulfilled.
    pub optional: bool,
    /// The capabilities of the node templates named by `node` that can fulfill it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Candidate>>,
    /// If `node` does not name a template: the index in `candidate_sets` of the capabilities that can fulfill
    /// it according to their types. Conditions are not considered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate_set: Option<usize>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// The target node.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TargetNode {
    /// A node template.
    Template(NormalText),
    /// One of the nodes of a template: the template and the index.
    Indexed(NormalText, NormalExpression),
    /// Any node of a type.
    Type(NormalText),
}

/// The target capability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TargetCapability {
    /// The capability with this name.
    Name(NormalText),
    /// Any capability of this type.
    Type(NormalText),
}

/// The relationship to the target.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RelationshipAssignment {
    /// The relationship template that describes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<NormalText>,
    /// Its type.
    #[serde(rename = "type")]
    pub relationship_type: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Values for properties.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: Values,
    /// Initial values for attributes.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub attributes: Values,
    /// Its interfaces.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub interfaces: SharedMap<InterfaceAssignment>,
}

impl NormalRequirementAssignment {
    pub(super) fn print(&self, yaml: &mut Yaml) {
        match &self.node {
            Some(TargetNode::Template(name) | TargetNode::Type(name)) => yaml.text("node", name),
            Some(TargetNode::Indexed(name, index)) => {
                let name = NormalExpression::String(name.clone());
                yaml.expression("node", &NormalExpression::List(vec![name, index.clone()]));
            }
            None => {}
        }
        match &self.capability {
            Some(TargetCapability::Name(name) | TargetCapability::Type(name)) => {
                yaml.text("capability", name);
            }
            None => {}
        }
        if let Some(relationship) = &self.relationship {
            match &relationship.template {
                Some(template) => yaml.text("relationship", template),
                None => yaml.shared(relationship, |yaml| {
                    yaml.map("relationship", |yaml| relationship.print(yaml));
                }),
            }
        }
        yaml.values("allocation", &self.allocation);
        yaml.expression("count", &self.count);
        yaml.clause("node_filter", &self.node_filter);
        if !self.directives.is_empty() {
            yaml.texts("directives", self.directives.iter().map(|word| &**word));
        }
        yaml.word("optional", if self.optional { "true" } else { "false" });
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
    }
}

impl RelationshipAssignment {
    fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.relationship_type);
        yaml.values("properties", &self.properties);
        yaml.values("attributes", &self.attributes);
        interface::print(&self.interfaces, yaml);
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
    }
}

/// A requirement of a node template, with or without assignment.
struct RequirementSlot<'a, 'g> {
    service: ServiceView<'g>,
    /// The definition in the type of the node template.
    definition: Option<RequirementId>,
    assignment: Option<RequirementAssignmentView<'g>>,
    artifacts: &'a Artifacts,
}

/// Returns the requirements of a node template: the assigned ones, in order, then those that the standard
/// assigns implicitly (§8.5.4).
pub(super) fn requirements<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
    ty: TypeView<'g>,
    artifacts: &Artifacts,
) -> Vec<NormalRequirementAssignment> {
    let members = cx.types.members(ty, Requirements);
    let service = template.service();
    let assignments = template.requirements();
    let mut requirements = Vec::with_capacity(assignments.len());
    for assignment in assignments.iter() {
        let definition = members.get(assignment.name());
        let slot = RequirementSlot { service, definition, assignment: Some(assignment), artifacts };
        let mut requirement = requirement(cx, assignment.name(), &slot);
        let how = if assignment.owner == template.id { How::Written } else { How::Copied };
        requirement.source = cx.source(assignment.key(), how);
        requirements.push(requirement);
    }
    let assigned: rustc_hash::FxHashSet<&str> =
        assignments.iter().map(RequirementAssignmentView::name).collect();
    for (name, id) in members.iter().filter(|(name, _)| !assigned.contains(*name)) {
        let least = cx.types.requirement(id).count_range.map_or(0, |(range, _)| range.least);
        if least == 0 {
            continue;
        }
        let slot = RequirementSlot { service, definition: Some(id), assignment: None, artifacts };
        let mut requirement = requirement(cx, name, &slot);
        requirement.count = NormalExpression::Integer(i64::try_from(least).unwrap_or(i64::MAX));
        let key = cx.types.requirement(id).key();
        requirement.source = cx.source_from(key, How::Implicit, Some(cx.types.get(id.owner())));
        requirements.push(requirement);
    }
    let mut counts: rustc_hash::FxHashMap<NormalText, usize> = rustc_hash::FxHashMap::default();
    for requirement in &mut requirements {
        let count = counts.entry(requirement.name.clone()).or_default();
        requirement.id = requirement_id(template.name(), &requirement.name, *count);
        *count += 1;
    }
    requirements
}

fn requirement<'g>(
    cx: &mut Cx<'g>,
    name: &str,
    slot: &RequirementSlot<'_, 'g>,
) -> NormalRequirementAssignment {
    let (types, file) = (cx.types, cx.file);
    let definition = slot.definition.map(|id| types.requirement(id));
    let written = slot.assignment.map(RequirementAssignmentView::written);
    let target = match slot.assignment.map(|assignment| assignment.target) {
        None | Some(Target::Open) => {
            definition.and_then(|definition| definition.node_type).map(|used| Target::Type(used.meaning))
        }
        Some(Target::Unknown) => None,
        target => target,
    };
    let ty = match target {
        Some(Target::Template(id, _)) => types.defined(slot.service.node_template(id).node_type),
        Some(Target::Type(meaning)) => types.defined(meaning),
        _ => None,
    };
    let required = match (definition, slot.assignment) {
        (Some(definition), Some(assignment)) => required_by_assignment(types, assignment, definition, ty),
        (Some(definition), None) => required_by_definition(types, definition),
        (None, _) => RequiredCapability::Unknown,
    };
    let (node, candidates, candidate_set) = target_node(cx, slot.service, target, required, ty);
    let capability = match candidates.as_deref() {
        // There is only one node with one suitable capability.
        Some([only]) => Some(TargetCapability::Name(only.capability.clone())),
        _ => match required {
            RequiredCapability::Named(name) => Some(TargetCapability::Name(name.into())),
            RequiredCapability::Type(meaning @ TypeRef::Defined(_)) => {
                Some(TargetCapability::Type(cx.type_name(meaning)))
            }
            _ => written
                .and_then(|written| written.capability)
                .map(|name| TargetCapability::Type(cx.reference(file, name))),
        },
    };
    let mut filters = Conditions::default();
    let defined = slot.definition.map(|id| requirement::requirement_filter(cx, id)).unwrap_or_default();
    let filter = written.and_then(|written| written.node_filter).map(|filter| file.node(filter.0));
    for clause in defined.into_iter().chain(values::clauses(cx, filter, None)) {
        filters.add(clause);
    }
    let node_instance = cx.checker.instance();
    if let (Some(node), Some(assignment)) = (node_instance, slot.assignment) {
        let relationship = RelationshipInstance::of_assignment(node.node(), assignment);
        cx.checker.set_instance(Some(EntityInstance::Relationship(relationship)));
    }
    let count = written.and_then(|written| written.count);
    let integer = ValueType::built_in(crate::model::types::BuiltIn::Integer);
    let directives = written.and_then(|written| written.directives.as_ref());
    let directives = directives.map(|list| file.node(list.node).items());
    let requirement = NormalRequirementAssignment {
        id: NormalText::default(),
        name: name.into(),
        description: written.and_then(|written| Cx::text(file, written.description)),
        metadata: written.map(|written| Cx::metadata(file, written.metadata)).unwrap_or_default(),
        relationship: relationship(cx, slot),
        allocation: allocation(cx, slot, ty, capability.as_ref(), required),
        count: match count {
            Some(count) => values::value(cx, file.node(count.0), &integer),
            None => NormalExpression::Integer(1),
        },
        node_filter: filters.clauses,
        directives: directives.map(texts).unwrap_or_default(),
        optional: written.and_then(|written| written.optional).is_some_and(|optional| optional.value),
        node,
        capability,
        candidates,
        candidate_set,
        source: None,
    };
    cx.checker.set_instance(node_instance);
    requirement
}

/// Returns the target node, and its capabilities that can fulfill the requirement.
fn target_node<'g>(
    cx: &mut Cx<'g>,
    service: ServiceView<'g>,
    target: Option<Target>,
    required: RequiredCapability<'g>,
    ty: Option<TypeView<'g>>,
) -> (Option<TargetNode>, Option<Vec<Candidate>>, Option<usize>) {
    match target {
        Some(Target::Template(id, index)) => {
            let name: NormalText = service.node_template(id).name().into();
            let candidates = ty.map(|ty| {
                let offered = candidates::offered_names(cx, ty, required);
                offered.iter().map(|capability| Candidate::new(&name, capability)).collect()
            });
            let node = match index {
                Some(index) => TargetNode::Indexed(name, values::untyped(cx, cx.types.node(index))),
                None => TargetNode::Template(name),
            };
            (Some(node), Some(candidates.unwrap_or_default()), None)
        }
        Some(Target::Type(meaning)) => {
            let set = candidates::candidate_set(cx, service, ty, required);
            (Some(TargetNode::Type(cx.type_name(meaning))), None, Some(set))
        }
        _ => (None, None, Some(candidates::candidate_set(cx, service, None, required))),
    }
}

/// Returns the relationship: a named template, or else one of the type in the assignment or definition.
fn relationship<'g>(
    cx: &mut Cx<'g>,
    slot: &RequirementSlot<'_, 'g>,
) -> Option<Shared<RelationshipAssignment>> {
    let (types, file) = (cx.types, cx.file);
    let defined = slot
        .definition
        .and_then(|id| types.requirement(id).relationship.relationship_type)
        .map(|used| used.meaning);
    let meaning = match slot.assignment.map(|assignment| assignment.connection) {
        Some(Connection::Template(id)) => {
            let template = slot.service.relationship_template(id);
            return Some(Shared::from(RelationshipAssignment {
                template: Some(template.name().into()),
                relationship_type: cx.type_name(template.relationship_type),
                description: None,
                metadata: NormalMetadata::default(),
                properties: Values::default(),
                attributes: Values::default(),
                interfaces: SharedMap::default(),
            }));
        }
        Some(Connection::Type(meaning)) => meaning,
        Some(Connection::Unknown) => return None,
        None | Some(Connection::Open) => defined?,
    };
    let ty = types.defined(meaning)?;
    let body = slot.assignment.and_then(RequirementAssignmentView::own_relationship);
    let says_more = |body: &&syntax::RelationshipAssignment| {
        file.node(body.node).entries().any(|(key, _)| key.text() != "type")
    };
    let key = (slot.definition, ty.id, slot.artifacts.number);
    let given = match cx.sharing.relationships.get(&key) {
        Some(known) => known.clone(),
        None => {
            let instance = cx.checker.set_instance(None);
            let given = Shared::from(relationship_of(cx, slot, ty, None));
            cx.checker.set_instance(instance);
            cx.sharing.relationships.insert(key, given.clone());
            given
        }
    };
    // Defaults with calls have a value for each relationship.
    let is_own = body.is_some_and(|body| says_more(&body)) || !given.properties.are_constant();
    let written_relationship = is_own.then(|| relationship_of(cx, slot, ty, body));
    let Some(mut written_relationship) = written_relationship.filter(|relationship| *relationship != *given)
    else {
        return Some(cx.sharing.numbered(&given));
    };
    written_relationship.interfaces = cx.sharing.share(written_relationship.interfaces, &given.interfaces);
    Some(written_relationship.into())
}

/// Returns a relationship of the type `ty`; `body` is the assignment.
fn relationship_of<'g>(
    cx: &mut Cx<'g>,
    slot: &RequirementSlot<'_, 'g>,
    ty: TypeView<'g>,
    body: Option<&'g syntax::RelationshipAssignment>,
) -> RelationshipAssignment {
    let (types, file) = (cx.types, cx.file);
    let meaning = TypeRef::Defined(ty.id);
    let fields = [Fields::Properties, Fields::Attributes].map(|section| match slot.definition {
        Some(id) => cx.types.assigned_relationship_fields(id, meaning, section),
        None => cx.types.members(ty, section),
    });
    let [properties, attributes] = fields;
    let interfaces = match slot.definition {
        Some(id) => types.relationship_interfaces(id, meaning),
        None => cx.types.members(ty, Interfaces),
    };
    let assigned = merged(file, body.and_then(|body| body.interfaces.as_ref()).into_iter());
    let given = body.map_or(Slot::Absent, |body| body.properties());
    let initial = body.map_or(Slot::Absent, |body| body.attributes());
    RelationshipAssignment {
        template: None,
        relationship_type: cx.type_name(meaning),
        description: Cx::text(file, body.and_then(|body| body.description)),
        metadata: Cx::metadata(file, body.and_then(|body| body.metadata)),
        properties: properties::properties(cx, &properties, Assignments::new(file, given), true),
        attributes: properties::attributes(cx, &attributes, Assignments::new(file, initial)),
        interfaces: interface::interfaces(
            cx,
            (slot.definition, ty.id),
            &interfaces,
            &assigned,
            slot.artifacts,
        ),
    }
}

/// Returns the allocated amounts of the properties of the capability (§8.5.5).
fn allocation<'g>(
    cx: &mut Cx<'g>,
    slot: &RequirementSlot<'_, 'g>,
    target: Option<TypeView<'g>>,
    capability: Option<&TargetCapability>,
    required: RequiredCapability<'g>,
) -> Values {
    let written = slot.assignment.map_or(Slot::Absent, |assignment| assignment.written().allocation());
    if written.is_absent() {
        return Values::default();
    }
    let types = cx.types;
    let definition = match capability {
        Some(TargetCapability::Name(name)) => {
            target.and_then(|target| types.member(target, Capabilities, name))
        }
        _ => None,
    };
    let members = match (definition, required) {
        (Some(id), _) => types.capability_fields(id, Fields::Properties),
        (None, RequiredCapability::Type(meaning)) => match types.defined(meaning) {
            Some(ty) => cx.types.members(ty, Fields::Properties),
            None => FieldTable::empty(cx.types),
        },
        _ => FieldTable::empty(cx.types),
    };
    let assigned = Assignments::new(cx.file, written);
    properties::inputs(cx, &FieldTable::empty(cx.types), assigned, Some(&members))
}

//! Relationships of requirement assignments, and relationship templates (TOSCA 2.0 §7.4, §8.5.1).

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::checks::agreement::disagreement;
use crate::diagnostics::{MissingValue, quoted, rules, suggest};
use crate::keynames::{Entity as _, NameKind, Slot};
use crate::model::Truth;
use crate::model::service::{
    Assignments, Connection, NodeTemplateView, RelationshipTemplateView, RequirementAssignmentView,
};
use crate::model::types::{
    FieldTable, Fields, Interfaces, RequirementId, RequirementTable, Requirements, TypeRef, TypeView, Types,
};
use crate::resolve::DefinitionId;
use crate::syntax::{RelationshipAssignment, RelationshipTemplate};
use crate::values::{EntityInstance, Merged, NodeInstance, RelationshipInstance, check_merged};
use crate::yaml::YamlNode;

use super::assignments::{Description, Owner, describe, has_misplaced_keyname, is_whole};
use super::files::Enclosing;
use super::names::Names;
use super::{Cx, artifacts, assignments, copies, inputs, interfaces, names, relationship_interfaces};

/// The relationship of a requirement of a template.
pub(super) struct UsedRelationship<'g> {
    /// Its type.
    ty: TypeView<'g>,
    /// The fields that can be assigned.
    properties: Rc<Names<'g>>,
    attributes: Rc<Names<'g>>,
    /// The properties and attributes that the requirement definition refines, if the template names a derived
    /// type.
    refined: Names<'g>,
    refined_attributes: Names<'g>,
}

impl<'g> UsedRelationship<'g> {
    /// Returns its type.
    pub(super) fn type_id(&self) -> DefinitionId {
        self.ty.id
    }

    /// Returns its properties.
    pub(super) fn properties(&self) -> &FieldTable<'g> {
        &self.properties
    }
}

/// Checks the relationships of the requirements of a node template, and adds missing properties of implicit
/// relationships to `missing` unless `is_reported` at the copied template.
pub(super) fn check_requirements<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
    ty: TypeView<'g>,
    (is_complete, is_reported): (bool, bool),
    missing: &mut Vec<MissingValue>,
) {
    let names = cx.types.members(ty, Requirements);
    for assignment in template.own_requirements().iter() {
        let Some(id) = names.get(assignment.name()) else {
            let key = (assignment.key(), template.key().entry_value());
            assignments::unknown_member(cx, key, "requirement", &names, ty);
            continue;
        };
        check_relationship(cx, id, assignment, is_complete);
    }
    // A separate list replaces the copied list.
    let has_own_list = !template.written().requirements().is_absent();
    if is_complete && (has_own_list || !is_reported) {
        check_implicit_relationships(cx, template, &names, missing);
    }
}

/// Adds the missing properties of implicit relationships to `missing`: a mandatory requirement without an
/// assignment is assigned implicitly, without any values (8.7.4-07).
fn check_implicit_relationships<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
    names: &RequirementTable<'g>,
    missing: &mut Vec<MissingValue>,
) {
    let lower_bound = |id| cx.types.requirement(id).count_range.map_or(0, |(range, _)| range.least);
    let mandatory: Vec<(&str, RequirementId)> = names.iter().filter(|(_, id)| lower_bound(*id) > 0).collect();
    if mandatory.is_empty() || !template.has_all_requirements() {
        return;
    }
    let assignments = template.requirements();
    let assigned: FxHashSet<&str> = assignments.iter().map(RequirementAssignmentView::name).collect();
    // An unknown name is a typo of a similar requirement name, or else of any unassigned requirement.
    let unknown_names = assigned.iter().filter(|name| !names.contains(name));
    let intended: Vec<Option<&str>> = unknown_names.map(|name| suggest(name, names.names())).collect();
    for (name, id) in mandatory {
        if assigned.contains(name)
            || intended.iter().any(|intended| intended.is_none_or(|intended| intended == name))
        {
            continue;
        }
        let used = cx.types.requirement(id).relationship.relationship_type;
        let Some(used) = used_relationship(cx, id, used.map(|used| used.meaning)) else { continue };
        if used.ty.is_incomplete {
            continue;
        }
        let mut missing_here = assignments::missing(cx, &used.properties, |_| false);
        let owner = format!("the relationship of requirement {}", quoted(name));
        MissingValue::add_owner(&mut missing_here, &owner);
        missing.extend(missing_here);
    }
}

/// Returns the fields of a relationship of the type `meaning` for the requirement `id`, or `None` if the type
/// is unknown. The result is cached.
fn used_relationship<'g>(
    cx: &mut Cx<'g>,
    id: RequirementId,
    meaning: Option<TypeRef>,
) -> Option<Rc<UsedRelationship<'g>>> {
    let types: &'g Types = cx.types;
    let ty = types.defined(meaning?)?;
    if let Some(known) = cx.memo.relationships.get(&(id, ty.id)) {
        return Some(Rc::clone(known));
    }
    let defined = types.requirement(id).relationship.relationship_type;
    let fields = |section| types.relationship_fields(id, section);
    let used = if meaning == defined.map(|used| used.meaning) {
        let defined_fields = |section| Rc::new(Names::new(types, section, fields(section)));
        let (properties, attributes) =
            (defined_fields(Fields::Properties), defined_fields(Fields::Attributes));
        let (refined, refined_attributes) = (Names::empty(types), Names::empty(types));
        UsedRelationship { ty, properties, attributes, refined, refined_attributes }
    } else {
        let refined = |section| {
            let refined = fields(section).only(|id| is_of_node_type(types, id.owner()));
            Names::new(types, section, refined)
        };
        UsedRelationship {
            ty,
            properties: names::members_of(cx, ty.id, Fields::Properties),
            attributes: names::members_of(cx, ty.id, Fields::Attributes),
            refined: refined(Fields::Properties),
            refined_attributes: refined(Fields::Attributes),
        }
    };
    let used = Rc::new(used);
    cx.memo.relationships.insert((id, ty.id), Rc::clone(&used));
    Some(used)
}

/// Returns the fields of the relationship of an assignment of the requirement `id`, or `None` if its type is
/// unknown or a relationship template gives the values.
pub(super) fn used_by<'g>(
    cx: &mut Cx<'g>,
    id: RequirementId,
    assignment: RequirementAssignmentView<'g>,
) -> Option<Rc<UsedRelationship<'g>>> {
    let defined = cx.types.requirement(id).relationship.relationship_type.map(|used| used.meaning);
    match assignment.connection {
        Connection::Template(_) | Connection::Unknown => None,
        Connection::Type(meaning) => used_relationship(cx, id, Some(meaning)),
        Connection::Open => used_relationship(cx, id, defined),
    }
}

/// Checks the relationship of a requirement assignment. Its type is the one of the assignment, or else of the
/// definition.
fn check_relationship<'g>(
    cx: &mut Cx<'g>,
    id: RequirementId,
    requirement: RequirementAssignmentView<'g>,
    is_complete: bool,
) {
    let types: &'g Types = cx.types;
    let (key, fields) = (requirement.key(), requirement.written());
    let defined = types.requirement(id).relationship.relationship_type.map(|used| used.meaning);
    let meaning = match requirement.connection {
        // A relationship template has its own values.
        Connection::Template(_) | Connection::Unknown => return,
        // What a relationship of the right type has is not known.
        Connection::Type(meaning) if defined.is_some_and(|defined| is_other(types, meaning, defined)) => {
            return;
        }
        Connection::Type(meaning) => Some(meaning),
        Connection::Open => defined,
    };
    let assignment = requirement.own_relationship();
    let Some(used) = used_relationship(cx, id, meaning) else { return };
    let description = describe(used.ty);
    let mut owner = Owner::new(used.ty, &description);
    let mut intended = Vec::new();
    if let Some(assignment) = assignment {
        let source = NodeInstance::of_template(requirement.node_template());
        let relationship = RelationshipInstance::of_assignment(source, requirement);
        let node = cx.checker.set_instance(Some(EntityInstance::Relationship(relationship)));
        owner = owner.with_body(cx.node(assignment.node), RelationshipAssignment::meta());
        let [given, initial] = [assignment.properties(), assignment.attributes()]
            .map(|section| Assignments::new(cx.file, section));
        intended = assignments::check_properties(cx, given, &used.properties, owner);
        // Refinements of the requirement definition also apply to a derived type.
        assignments::assign_known(cx, given, &used.refined);
        assignments::assign_known(cx, initial, &used.refined_attributes);
        assignments::check_attributes(cx, initial, &used.attributes, &used.properties, owner);
        if assignment.interfaces.is_some() {
            let meaning = TypeRef::Defined(used.ty.id);
            let interfaces = types.relationship_interfaces(id, meaning);
            interfaces::check_interfaces(cx, assignment.interfaces.as_ref(), &interfaces, owner, false);
            relationship_interfaces::assign_separate(cx, id, meaning, assignment);
        }
        cx.checker.set_instance(node);
    }
    let section = assignment.map_or(Slot::Absent, RelationshipAssignment::properties);
    let given = Assignments::new(cx.file, section).names();
    if let (Connection::Type(_), Some(name)) = (requirement.connection, requirement.relationship_name()) {
        check_agreement(cx, &used, name, |name| given.contains(name));
        relationship_interfaces::check_agreement(cx, id, used.ty, name, assignment);
    }
    let is_readable = assignment.is_none_or(|written| is_whole(written.unread, written.properties()));
    let has_unknown_key = fields.unread.has_unknown_key();
    let may_be_zero = match fields.count() {
        Slot::Given(count) => cx.node(count.0).text() == "0",
        // An unreadable count may be 0.
        Slot::Unreadable => true,
        Slot::Absent => false,
    };
    let is_readable = is_readable && !has_misplaced_keyname(&intended, &used.properties);
    if !is_complete || owner.is_incomplete || !is_readable || has_unknown_key || may_be_zero {
        return;
    }
    if !cx.types.members(used.ty, Interfaces).is_empty() {
        let meaning = TypeRef::Defined(used.ty.id);
        // Separate refinements may give values.
        let separate = types.separate_interfaces(id, meaning);
        let interfaces = types.relationship_interfaces(id, meaning);
        let interfaces = interfaces.only(|id| separate.iter().all(|(_, of_type)| *of_type != id));
        let assigned = assignment.map_or(Slot::Absent, RelationshipAssignment::interfaces);
        inputs::report_missing_inputs(cx, key, [assigned, Slot::Absent], &interfaces, false);
    }
    if used.properties.required.is_empty() && used.refined.required.is_empty() {
        return;
    }
    let has_value = |name: &str| {
        let refined = used.refined.get(name).map(|id| types.field(id).effective());
        refined.is_some_and(|field| field.value.is_some() || field.default.is_some())
    };
    let is_given = |name: &str| intended.contains(&name) || has_value(name) || given.contains(name);
    let mut missing = assignments::missing(cx, &used.properties, is_given);
    // Properties that the definition requires are also required of a derived type, unless that gives a value.
    missing.extend(assignments::missing(cx, &used.refined, |name| {
        let type_field = used.properties.get(name).map(|id| types.field(id));
        let is_covered_by_type = type_field.is_some_and(|field| {
            let effective = field.effective();
            field.is_required() || effective.value.is_some() || effective.default.is_some()
        });
        is_given(name) || is_covered_by_type
    }));
    let owner_name = Description { kind: "the relationship of requirement", name: key.text() };
    assignments::report_missing(cx, key, owner_name, &description, &missing);
}

/// Whether a relationship type certainly does not derive from the one of the requirement definition, which is
/// reported with the requirement.
fn is_other(types: &Types, actual: TypeRef, defined: TypeRef) -> bool {
    types.relation(actual, defined) == Truth::No
}

/// Checks that what the requirement definition says about the relationship agrees with the derived type that an
/// assignment names at `type_node` (8.7.2-12). Values that are given there replace defaults.
fn check_agreement<'g>(
    cx: &mut Cx<'g>,
    used: &UsedRelationship<'g>,
    type_node: YamlNode<'g>,
    is_given: impl Fn(&str) -> bool,
) {
    let tables = [(&used.refined, &used.properties), (&used.refined_attributes, &used.attributes)];
    for (refined, of_type) in tables {
        check_field_agreement(cx, refined, of_type, type_node, &is_given);
    }
}

/// Checks that the `refined` fields of a requirement definition agree with those of the narrower type that `type_node`
/// names.
pub(super) fn check_field_agreement<'g>(
    cx: &mut Cx<'g>,
    refined: &FieldTable<'g>,
    of_type: &FieldTable<'g>,
    type_node: YamlNode<'g>,
    is_given: impl Fn(&str) -> bool,
) {
    let types: &'g Types = cx.types;
    for (name, id) in refined.iter().filter(|(_, id)| is_of_node_type(types, id.owner())) {
        let Some(new) = of_type.get(name) else { continue };
        let merged = Merged { earlier: types.field(id), new: types.field(new), type_node };
        // A value that only the type requires is reported as missing.
        match disagreement(types, merged)
            .filter(|diagnostic| diagnostic.rule != &rules::loosened_required::RULE)
        {
            Some(diagnostic) => cx.report(type_node, diagnostic),
            None => check_merged(&mut cx.checker, merged, is_given(name)),
        }
    }
}

/// Whether a node type, in one of its requirements, defines a member.
pub(super) fn is_of_node_type(types: &Types, owner: DefinitionId) -> bool {
    types.get(owner).kind == NameKind::NodeType
}

/// Checks a relationship template.
pub(super) fn check_relationship_template<'g>(cx: &mut Cx<'g>, relationship: RelationshipTemplateView<'g>) {
    let (key, template) = (relationship.key(), relationship.written());
    artifacts::check_interface_assignments(cx, template.interfaces.as_ref(), Enclosing::Nothing);
    let types: &'g Types = cx.types;
    let original = relationship.original();
    let copied = original.map(RelationshipTemplateView::written);
    let second = copied.and_then(|copied| copied.copy).map(|name| name.node);
    copies::check_copy(cx, key, template.copy.map(|name| name.node), second);
    let source = original.and_then(|original| types.defined(original.relationship_type));
    let Some(ty) = types.defined(relationship.relationship_type) else { return };
    let description = describe(ty);
    let body = cx.node(template.node);
    let owner = Owner::new(ty, &description).with_body(body, RelationshipTemplate::meta());
    let properties = names::members_of(cx, ty.id, Fields::Properties);
    let intended = assignments::check_properties(cx, relationship.properties(), &properties, owner);
    let attributes = names::members_of(cx, ty.id, Fields::Attributes);
    assignments::check_attributes(cx, relationship.attributes(), &attributes, &properties, owner);
    let is_readable = |template: &RelationshipTemplate| is_whole(template.unread, template.properties());
    let is_source_known = template.copy.is_none() || copied.is_some() && second.is_none();
    let is_complete = !has_misplaced_keyname(&intended, &properties) && is_readable(template);
    if !owner.is_incomplete && is_source_known && is_complete && copied.is_none_or(is_readable) {
        let given = relationship.properties().names();
        let owner_name = Description { kind: "relationship template", name: key.text() };
        // Missing values of the copied template are reported there.
        let source_properties = source.map(|source| names::members_of(cx, source.id, Fields::Properties));
        let missing = assignments::missing(cx, &properties, |name| {
            intended.contains(&name)
                || given.contains(name)
                || source_properties.as_ref().is_some_and(|source| source.get(name) == properties.get(name))
        });
        assignments::report_missing(cx, key, owner_name, &description, &missing);
        let interfaces = cx.types.members(ty, Interfaces);
        let sections = [Some(template), copied]
            .map(|layer| layer.map_or(Slot::Absent, RelationshipTemplate::interfaces));
        inputs::report_missing_inputs(
            cx,
            key,
            sections,
            &interfaces,
            source.is_some_and(|source| source.id == ty.id),
        );
    }
    let interfaces = cx.types.members(ty, Interfaces);
    interfaces::check_interfaces(cx, template.interfaces.as_ref(), &interfaces, owner, true);
}

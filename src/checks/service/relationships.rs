//! Requirement assignments as far as their relationships go, and relationship templates (TOSCA 2.0 §7.4,
//! §8.5.1).

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::diagnostics::{Missing, quoted, suggest};
use crate::keynames::{Entity as _, NameKind, Slot};
use crate::model::service::{
    Assignments, Connection, NodeTemplateView, RelationshipTemplateView, RequirementAssignmentView,
};
use crate::model::types::{
    Fields, Interfaces, RequirementId, RequirementTable, Requirements, TypeRef, TypeView, Types,
};
use crate::syntax::{RelationshipAssignment, RelationshipTemplate};

use super::assignments::{Description, Owner, describe, has_misplaced_keyname, is_whole};
use super::files::Enclosing;
use super::names::Names;
use super::{Cx, artifacts, assignments, copies, inputs, interfaces, names};

/// The relationship of a requirement of a template.
pub(super) struct UsedRelationship<'g> {
    /// Its type.
    ty: TypeView<'g>,
    /// What can be assigned.
    properties: Rc<Names<'g>>,
    attributes: Rc<Names<'g>>,
    /// The properties and attributes that the requirement definition refines beside a narrower type that the
    /// template names.
    refined: Names<'g>,
    refined_attributes: Names<'g>,
}

pub(super) fn requirements<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
    ty: TypeView<'g>,
    (whole, told): (bool, bool),
    missing: &mut Vec<Missing>,
) {
    let names = cx.types.members(ty, Requirements);
    for assignment in template.own_requirements().iter() {
        let Some(id) = names.get(assignment.name()) else {
            assignments::unknown_member(cx, assignment.key(), "requirement", &names, ty);
            continue;
        };
        relationship(cx, id, assignment, whole);
    }
    // A list of its own replaces the copied one.
    let own = !template.written().requirements().is_absent();
    if whole && (own || !told) {
        implicit(cx, template, &names, missing);
    }
}

/// A requirement that wants a relationship and is not assigned at all is assigned implicitly, without
/// any values (8.7.4-07).
fn implicit<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
    names: &RequirementTable<'g>,
    missing: &mut Vec<Missing>,
) {
    let least = |id| cx.types.requirement(id).count_range.map_or(0, |(range, _)| range.least);
    let wanted: Vec<(&str, RequirementId)> = names.iter().filter(|(_, id)| least(*id) > 0).collect();
    if wanted.is_empty() || !template.has_all_requirements() {
        return;
    }
    let assignments = template.requirements();
    let assigned: FxHashSet<&str> = assignments.iter().map(RequirementAssignmentView::name).collect();
    // An unknown name was meant for the one that is near, else for any that is not assigned.
    let strange = assigned.iter().filter(|name| !names.contains(name));
    let intended: Vec<Option<&str>> = strange.map(|name| suggest(name, names.names())).collect();
    for (name, id) in wanted {
        if assigned.contains(name)
            || intended.iter().any(|suggestion| suggestion.is_none_or(|suggestion| suggestion == name))
        {
            continue;
        }
        let used = cx.types.requirement(id).relationship.relationship_type;
        let Some(used) = used_relationship(cx, id, used.map(|used| used.meaning)) else { continue };
        if used.ty.is_open {
            continue;
        }
        let mut lacking = assignments::missing(cx, &used.properties, |_| false);
        let owner = format!("the relationship of requirement {}", quoted(name));
        Missing::within(&mut lacking, &owner);
        missing.extend(lacking);
    }
}

/// What can be assigned to a relationship of the type `meaning`, for the requirement `id`.
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
        let whole = |section| Rc::new(Names::new(types, section, fields(section)));
        let (properties, attributes) = (whole(Fields::Properties), whole(Fields::Attributes));
        let (refined, refined_attributes) = (Names::empty(types), Names::empty(types));
        UsedRelationship { ty, properties, attributes, refined, refined_attributes }
    } else {
        let refined = |section| {
            let refined = fields(section).only(|id| types.get(id.owner()).kind == NameKind::NodeType);
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

/// The relationship of an assigned requirement; its type is that of the assignment, else that of the
/// definition.
fn relationship<'g>(
    cx: &mut Cx<'g>,
    id: RequirementId,
    requirement: RequirementAssignmentView<'g>,
    whole: bool,
) {
    let types: &'g Types = cx.types;
    let (key, fields) = (requirement.key(), requirement.written());
    let defined = types.requirement(id).relationship.relationship_type.map(|used| used.meaning);
    let meaning = match requirement.connection {
        // A relationship template has values of its own.
        Connection::Template(_) | Connection::Unknown => return,
        Connection::Type(meaning) => Some(meaning),
        Connection::Open => defined,
    };
    let assignment = requirement.own_relationship();
    let Some(used) = used_relationship(cx, id, meaning) else { return };
    let description = describe(used.ty);
    let mut owner = Owner::new(used.ty, &description);
    let mut intended = Vec::new();
    if let Some(assignment) = assignment {
        owner = owner.with_body(cx.node(assignment.node), RelationshipAssignment::meta());
        let [given, initial] = [assignment.properties(), assignment.attributes()]
            .map(|section| Assignments::of(cx.file, section));
        intended = assignments::properties(cx, given, &used.properties, owner);
        // What the definition demands beside the narrower type holds as well.
        assignments::assign_known(cx, given, &used.refined);
        assignments::assign_known(cx, initial, &used.refined_attributes);
        assignments::attributes(cx, initial, &used.attributes, &used.properties, owner);
        if assignment.interfaces.is_some() {
            let meaning = TypeRef::Defined(used.ty.id);
            let interfaces = types.relationship_interfaces(id, meaning);
            interfaces::interfaces(cx, assignment.interfaces.as_ref(), &interfaces, owner, false);
        }
    }
    let readable = assignment.is_none_or(|one| is_whole(one.unread, one.properties()));
    let strangers = fields.unread.has_unknown_key();
    let none = match fields.count() {
        Slot::Given(count) => cx.node(count.0).text() == "0",
        // What cannot be read may have been nothing.
        Slot::Unreadable => true,
        Slot::Absent => false,
    };
    let readable = readable && !has_misplaced_keyname(&intended, &used.properties);
    if !whole || owner.is_open || !readable || strangers || none {
        return;
    }
    if !cx.types.members(used.ty, Interfaces).is_empty() {
        let meaning = TypeRef::Defined(used.ty.id);
        let interfaces = types.relationship_interfaces(id, meaning);
        let assigned = assignment.map_or(Slot::Absent, RelationshipAssignment::interfaces);
        inputs::missing_inputs(cx, key, [assigned, Slot::Absent], &interfaces, false);
    }
    if used.properties.required.is_empty() && used.refined.required.is_empty() {
        return;
    }
    let section = assignment.map_or(Slot::Absent, RelationshipAssignment::properties);
    let given = Assignments::of(cx.file, section).names();
    let has_value = |name: &str| {
        let refined = used.refined.get(name).map(|id| types.field(id).effective());
        refined.is_some_and(|field| field.value.is_some() || field.default.is_some())
    };
    let is_given = |name: &str| intended.contains(&name) || has_value(name) || given.contains(name);
    let mut missing = assignments::missing(cx, &used.properties, is_given);
    // What the definition requires is required of a narrower type, too, unless that gives a value.
    missing.extend(assignments::missing(cx, &used.refined, |name| {
        let of_type = used.properties.get(name).map(|id| types.field(id));
        let there = of_type.is_some_and(|field| {
            let effective = field.effective();
            field.is_required() || effective.value.is_some() || effective.default.is_some()
        });
        is_given(name) || there
    }));
    let who = Description { kind: "the relationship of requirement", name: key.text() };
    assignments::report_missing(cx, key, who, &description, &missing);
}

pub(super) fn relationship_template<'g>(cx: &mut Cx<'g>, relationship: RelationshipTemplateView<'g>) {
    let (key, template) = (relationship.key(), relationship.written());
    artifacts::in_interface_assignments(cx, template.interfaces.as_ref(), Enclosing::Nothing);
    let types: &'g Types = cx.types;
    let original = relationship.original();
    let copied = original.map(RelationshipTemplateView::written);
    let second = copied.and_then(|copied| copied.copy).map(|name| name.node);
    copies::copy(cx, key, template.copy.map(|name| name.node), second);
    let source = original.and_then(|original| types.defined(original.relationship_type));
    let Some(ty) = types.defined(relationship.relationship_type) else { return };
    let description = describe(ty);
    let body = cx.node(template.node);
    let owner = Owner::new(ty, &description).with_body(body, RelationshipTemplate::meta());
    let properties = names::members_of(cx, ty.id, Fields::Properties);
    let intended = assignments::properties(cx, relationship.properties(), &properties, owner);
    let attributes = names::members_of(cx, ty.id, Fields::Attributes);
    assignments::attributes(cx, relationship.attributes(), &attributes, &properties, owner);
    let readable = |template: &RelationshipTemplate| is_whole(template.unread, template.properties());
    let known = template.copy.is_none() || copied.is_some() && second.is_none();
    let whole = !has_misplaced_keyname(&intended, &properties) && readable(template);
    if !owner.is_open && known && whole && copied.is_none_or(readable) {
        let given = relationship.properties().names();
        let who = Description { kind: "relationship template", name: key.text() };
        // What the copied template lacks is told there.
        let there = source.map(|source| names::members_of(cx, source.id, Fields::Properties));
        let missing = assignments::missing(cx, &properties, |name| {
            intended.contains(&name)
                || given.contains(name)
                || there.as_ref().is_some_and(|there| there.get(name) == properties.get(name))
        });
        assignments::report_missing(cx, key, who, &description, &missing);
        let interfaces = cx.types.members(ty, Interfaces);
        let sections =
            [Some(template), copied].map(|one| one.map_or(Slot::Absent, RelationshipTemplate::interfaces));
        inputs::missing_inputs(
            cx,
            key,
            sections,
            &interfaces,
            source.is_some_and(|source| source.id == ty.id),
        );
    }
    let interfaces = cx.types.members(ty, Interfaces);
    interfaces::interfaces(cx, template.interfaces.as_ref(), &interfaces, owner, true);
}

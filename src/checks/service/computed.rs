//! Values of properties that are computed for each node and relationship: copied values, defaults, and values
//! that depend on an index (TOSCA 2.0 §7.2, §9.3, §14.2).

use std::rc::Rc;

use crate::functions::{Function, FunctionSource};
use crate::keynames::Slot;
use crate::model::service::{Assignments, NodeTemplateView};
use crate::model::types::{Capabilities, CapabilityId, FieldId, FieldTable, Fields, RequirementId};
use crate::resolve::DefinitionId;
use crate::syntax::{CapabilityAssignment, RelationshipAssignment};
use crate::values::{
    ComputedValue, EntityInstance, NodeInstance, PropertyOwner, RelationshipInstance, ValueType,
    check_computed,
};
use crate::yaml::YamlNode;

use super::Cx;
use super::{names, relationships};

/// An entity whose properties may have defaults with calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ComputedDefaults {
    /// A node of a type.
    Node(DefinitionId),
    /// A capability.
    Capability(CapabilityId),
    /// The relationship of a requirement, of a type.
    Relationship(RequirementId, DefinitionId),
}

/// An entity, its properties, and its template.
struct Checked<'a, 'g> {
    owner: PropertyOwner<'g>,
    /// What `SELF` refers to in copied values where they are written.
    original: Option<EntityInstance<'g>>,
    properties: &'a FieldTable<'g>,
    key: YamlNode<'g>,
}

/// Checks the computed values of the properties of a node template, its capabilities and its relationships.
pub(super) fn check_computed_values<'g>(cx: &mut Cx<'g>, template: NodeTemplateView<'g>) {
    let Some(ty) = cx.types.defined(template.node_type).filter(|_| !template.may_be_selected) else { return };
    let (node, key) = (NodeInstance::of_template(template), template.key());
    let original =
        template.original().map(|original| EntityInstance::Node(NodeInstance::of_template(original)));
    let properties = names::members_of(cx, ty.id, Fields::Properties);
    let owner = PropertyOwner::Node(node);
    let checked = Checked { owner, original, properties: &properties, key };
    check_assigned(cx, &checked, template.properties());
    check_defaults(cx, &checked, ComputedDefaults::Node(ty.id), template.properties());
    for (name, id) in cx.types.members(ty, Capabilities).iter() {
        let properties = names::capability_members(cx, id, Fields::Properties);
        if properties.is_empty() {
            continue;
        }
        let file = cx.file;
        let assigned = |template: NodeTemplateView<'g>| {
            let map = template.written().capabilities.as_ref();
            map.map_or(Slot::Absent, |map| map.entry(file.tree(), name).map(|entry| &entry.1))
        };
        let own = assigned(template);
        // An assignment of the template replaces the copied one.
        let copied = template.original().filter(|_| own.is_absent()).map_or(Slot::Absent, assigned);
        let section = |slot: Slot<&'g CapabilityAssignment>| match slot {
            Slot::Given(assignment) => assignment.properties(),
            Slot::Absent | Slot::Unreadable => Slot::Absent,
        };
        let values = Assignments::new(file, section(own)).with_copied(section(copied));
        let checked =
            Checked { owner: PropertyOwner::Capability(node, id), original, properties: &properties, key };
        check_assigned(cx, &checked, values);
        check_defaults(cx, &checked, ComputedDefaults::Capability(id), values);
    }
    check_relationships(cx, node, original, key);
}

/// Checks the computed values of the relationships of a node, own and copied.
fn check_relationships<'g>(
    cx: &mut Cx<'g>,
    node: NodeInstance<'g>,
    original: Option<EntityInstance<'g>>,
    key: YamlNode<'g>,
) {
    for assignment in node.template.requirements().iter() {
        let Some(id) = assignment.definition else { continue };
        let Some(used) = relationships::used_by(cx, id, assignment) else { continue };
        let is_copied = assignment.owner != node.template.id;
        let written = assignment.own_relationship().map_or(Slot::Absent, RelationshipAssignment::properties);
        let values = Assignments::new(cx.file, if is_copied { Slot::Absent } else { written });
        let values = if is_copied { values.with_copied(written) } else { values };
        let relationship = RelationshipInstance::of_assignment(node, assignment);
        let original = original.filter(|_| is_copied).map(|original| {
            let source = original.node();
            EntityInstance::Relationship(RelationshipInstance::of_assignment(source, assignment))
        });
        let checked = Checked {
            owner: PropertyOwner::Relationship(relationship),
            original,
            properties: used.properties(),
            key: if is_copied { key } else { assignment.key() },
        };
        check_assigned(cx, &checked, values);
        check_defaults(cx, &checked, ComputedDefaults::Relationship(id, used.type_id()), values);
    }
}

/// Checks the assigned values with calls: the copied ones, and own ones of several entities.
fn check_assigned<'g>(cx: &mut Cx<'g>, checked: &Checked<'_, 'g>, assigned: Assignments<'g>) {
    let is_single = match checked.owner.instance() {
        EntityInstance::Node(node) => node.index.is_some(),
        EntityInstance::Relationship(relationship) => {
            relationship.is_only() && relationship.source.index.is_some()
        }
    };
    let own = assigned.own().filter(|_| !is_single).map(|own| (own, None));
    let is_replaced = |name: &str| assigned.own().any(|own| own.name() == name);
    let copied = assigned.copied().filter(|copied| !is_replaced(copied.name()));
    for (assignment, used_at) in
        own.chain(copied.map(|copied| (copied, Some((checked.key, "copied by this")))))
    {
        let Some(id) = checked.properties.get(assignment.name()) else { continue };
        if !is_computed(cx, id, assignment.value) || cx.types.field(id).effective().value.is_some() {
            continue;
        }
        let home = checked.original.filter(|_| used_at.is_some());
        let (owner, value) = (checked.owner, assignment.value);
        let is_condition_computed = has_computed_condition(cx, id);
        let computed = ComputedValue { owner, id, value, is_condition_computed, used_at, home };
        check_computed(&mut cx.checker, computed);
    }
}

/// Checks the defaults and fixed values with calls that apply.
fn check_defaults<'g>(
    cx: &mut Cx<'g>,
    checked: &Checked<'_, 'g>,
    entity: ComputedDefaults,
    assigned: Assignments<'g>,
) {
    let types = cx.types;
    let defaults = match cx.memo.computed_defaults.get(&entity) {
        Some(known) => Rc::clone(known),
        None => {
            let mut has_computed_default = |id: &FieldId| {
                let effective = types.field(*id).effective();
                effective.value.or(effective.default).is_some_and(|value| is_computed(cx, *id, value))
            };
            let ids = checked.properties.ids().iter().copied();
            let ids: Rc<[FieldId]> = ids.filter(|id| has_computed_default(id)).collect();
            cx.memo.computed_defaults.insert(entity, Rc::clone(&ids));
            ids
        }
    };
    for id in defaults.iter().copied() {
        let field = types.field(id);
        let effective = field.effective();
        let value = match (effective.value, effective.default) {
            (Some(fixed), _) => fixed,
            (None, Some(default)) if field.is_required() && assigned.get(field.name()).is_absent() => default,
            _ => continue,
        };
        let used_at = Some((checked.key, "its default applies here"));
        let owner = checked.owner;
        let is_condition_computed = has_computed_condition(cx, id);
        let computed = ComputedValue { owner, id, value, is_condition_computed, used_at, home: None };
        check_computed(&mut cx.checker, computed);
    }
}

/// Whether the value of a property, or whether it is valid, depends on the entity that has it.
fn is_computed<'g>(cx: &mut Cx<'g>, id: FieldId, value: YamlNode<'g>) -> bool {
    cx.types.expressions.calls_in(value).next().is_some() || has_computed_condition(cx, id)
}

/// Whether a validation clause of a property reads other values.
fn has_computed_condition(cx: &mut Cx<'_>, id: FieldId) -> bool {
    let types = cx.types;
    *cx.memo.reading_clauses.entry(id).or_insert_with(|| {
        let expected = ValueType::Field(types.field(id));
        let clauses = expected.clauses(types).into_iter().map(|(clause, _)| clause);
        let mut calls = clauses.flat_map(|clause| types.expressions.calls_in(clause));
        calls.any(|call| match call.function().and_then(Function::source) {
            Some(FunctionSource::Path(_) | FunctionSource::NodeIndex | FunctionSource::RelationshipIndex) => {
                true
            }
            Some(FunctionSource::Input | FunctionSource::Value) | None => false,
        })
    })
}

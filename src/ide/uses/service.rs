//! Finds names in service templates: assigned members, and the names of their parts.

use crate::keynames::Map;
use crate::model::service::{GroupView, NodeTemplateView, PolicyView, RelationshipTemplateView, ServiceView};
use crate::model::types::{
    Artifacts, Capabilities, FieldId, Fields, InterfaceTable, Interfaces, Triggers, TypeView, Types,
};

use super::{Finder, interfaces, requirements, substitution, values, workflows};
use crate::ide::referent::{PartKind, Referent};

/// Finds the names in the service template of the file.
pub(super) fn find(finder: &mut Finder<'_>) {
    let Some(service) = finder.model.service(finder.file.id) else { return };
    for input in service.inputs() {
        finder.defines_part(input.key.id(), PartKind::Input);
    }
    for output in service.outputs() {
        finder.defines_part(output.key.id(), PartKind::Output);
    }
    for template in service.node_templates().iter() {
        if !finder.is_near_entry(template.key()) {
            continue;
        }
        node_template(finder, template);
    }
    for template in service.relationship_templates().iter() {
        if !finder.is_near_entry(template.key()) {
            continue;
        }
        relationship_template(finder, template);
    }
    for group in service.groups() {
        if !finder.is_near_entry(group.key()) {
            continue;
        }
        self::group(finder, group);
    }
    for policy in service.policies() {
        if !finder.is_near_entry(policy.key()) {
            continue;
        }
        self::policy(finder, policy);
    }
    for workflow in service.workflows() {
        if !finder.is_near_entry(workflow.key()) {
            continue;
        }
        workflows::workflow(finder, workflow);
    }
    if let Some(mapping) = service.substitution() {
        substitution::find(finder, service, mapping);
    }
}

/// Returns a function that finds the fields of a type; each property is also an attribute.
pub(super) fn field_of<'m>(
    types: &'m Types,
    ty: Option<TypeView<'m>>,
    section: Fields,
) -> impl Fn(&str) -> Option<FieldId> + use<'m> {
    move |name| {
        let reflected =
            || types.member(ty?, Fields::Properties, name).filter(|_| section == Fields::Attributes);
        types.member(ty?, section, name).or_else(reflected)
    }
}

fn interfaces_of<'m>(types: &'m Types, ty: Option<TypeView<'m>>) -> InterfaceTable<'m> {
    ty.map_or_else(|| InterfaceTable::empty(types), |ty| types.members(ty, Interfaces))
}

fn node_template<'m>(finder: &mut Finder<'m>, template: NodeTemplateView<'m>) {
    let (types, written) = (finder.types, template.written());
    let ty = types.defined(template.node_type);
    values::assigned(finder, written.properties(), field_of(types, ty, Fields::Properties));
    values::assigned(finder, written.attributes(), field_of(types, ty, Fields::Attributes));
    for (key, assignment) in written.capabilities.iter().flat_map(|map| &map.entries) {
        let key = finder.node(*key);
        let Some(id) = ty.and_then(|ty| types.member(ty, Capabilities, key.text())) else { continue };
        finder.uses(key, Referent::Capability(id));
        let properties = types.capability_fields(id, Fields::Properties);
        let attributes = types.capability_fields(id, Fields::Attributes);
        values::assigned(finder, assignment.properties(), |name| properties.get(name));
        values::assigned(finder, assignment.attributes(), |name| {
            attributes.get(name).or_else(|| properties.get(name))
        });
    }
    for assignment in template.own_requirements().iter() {
        requirements::find(finder, assignment);
    }
    interfaces::assigned(finder, written.interfaces(), &interfaces_of(types, ty), Some(template), ty);
    for key in written.artifacts.iter().flat_map(Map::keys) {
        let node = finder.node(key);
        match ty.and_then(|ty| types.member(ty, Artifacts, node.text())) {
            Some(id) => finder.uses(node, Referent::Artifact(id)),
            None => finder.defines_part(key, PartKind::Artifact),
        }
    }
}

fn relationship_template<'m>(finder: &mut Finder<'m>, template: RelationshipTemplateView<'m>) {
    let (types, written) = (finder.types, template.written());
    let ty = types.defined(template.relationship_type);
    values::assigned(finder, written.properties(), field_of(types, ty, Fields::Properties));
    values::assigned(finder, written.attributes(), field_of(types, ty, Fields::Attributes));
    interfaces::assigned(finder, written.interfaces(), &interfaces_of(types, ty), None, None);
}

fn group<'m>(finder: &mut Finder<'m>, group: GroupView<'m>) {
    let types = finder.types;
    let ty = group.group_type().and_then(|meaning| types.defined(meaning));
    values::assigned(finder, group.written().properties(), field_of(types, ty, Fields::Properties));
    values::assigned(finder, group.written().attributes(), field_of(types, ty, Fields::Attributes));
}

fn policy<'m>(finder: &mut Finder<'m>, policy: PolicyView<'m>) {
    let types = finder.types;
    finder.defines_part(policy.key().id(), PartKind::Policy);
    let ty = policy.policy_type().and_then(|meaning| types.defined(meaning));
    values::assigned(finder, policy.written().properties(), field_of(types, ty, Fields::Properties));
    let targets = workflows::nodes(finder, policy.service(), policy.targets());
    for (key, trigger) in policy.written().triggers.iter().flat_map(|map| &map.entries) {
        let node = finder.node(*key);
        match ty.and_then(|ty| types.member(ty, Triggers, node.text())) {
            Some(id) => finder.uses(node, Referent::Trigger(id)),
            None => finder.defines_part(*key, PartKind::Trigger),
        }
        workflows::trigger(finder, trigger, &targets);
    }
}

/// Returns the input or output `name` of a service template.
pub(super) fn parameter(service: ServiceView<'_>, name: &str, part: PartKind) -> Option<Referent> {
    let key = if part == PartKind::Output {
        service.outputs().map(|output| output.key).find(|key| key.text() == name)
    } else {
        service.inputs().map(|input| input.key).find(|key| key.text() == name)
    };
    Some(Referent::Part(part, key?.source()))
}

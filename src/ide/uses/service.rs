//! Service templates: what they assign to, and the names of their parts.

use crate::keynames::Map;
use crate::model::service::{GroupView, NodeTemplateView, PolicyView, RelationshipTemplateView, ServiceView};
use crate::model::types::{
    Artifacts, Capabilities, FieldId, Fields, InterfaceTable, Interfaces, Triggers, TypeView, Types,
};

use super::{Finder, interfaces, requirements, substitution, values, workflows};
use crate::ide::referent::{PartKind, Referent};

/// The names in the service template of the file.
pub(super) fn find(found: &mut Finder<'_>) {
    let Some(service) = found.model.service(found.file.id) else { return };
    for input in service.inputs() {
        found.defines_part(input.key.id(), PartKind::Input);
    }
    for output in service.outputs() {
        found.defines_part(output.key.id(), PartKind::Output);
    }
    for template in service.node_templates().iter() {
        node_template(found, template);
    }
    for template in service.relationship_templates().iter() {
        relationship_template(found, template);
    }
    for group in service.groups() {
        self::group(found, group);
    }
    for policy in service.policies() {
        self::policy(found, policy);
    }
    for workflow in service.workflows() {
        workflows::workflow(found, workflow);
    }
    if let Some(mapping) = service.substitution() {
        substitution::find(found, service, mapping);
    }
}

/// Finds fields of a type; each property is reflected by an attribute.
pub(super) fn field_of<'m>(
    types: &'m Types,
    of: Option<TypeView<'m>>,
    section: Fields,
) -> impl Fn(&str) -> Option<FieldId> + use<'m> {
    move |name| {
        let reflected =
            || types.member(of?, Fields::Properties, name).filter(|_| section == Fields::Attributes);
        types.member(of?, section, name).or_else(reflected)
    }
}

fn interfaces_of<'m>(types: &'m Types, of: Option<TypeView<'m>>) -> InterfaceTable<'m> {
    of.map_or_else(|| InterfaceTable::empty(types), |of| types.members(of, Interfaces))
}

fn node_template<'m>(found: &mut Finder<'m>, template: NodeTemplateView<'m>) {
    let (types, written) = (found.types, template.written());
    let of = types.defined(template.node_type);
    values::assigned(found, written.properties(), field_of(types, of, Fields::Properties));
    values::assigned(found, written.attributes(), field_of(types, of, Fields::Attributes));
    for (key, assignment) in written.capabilities.iter().flat_map(|map| &map.entries) {
        let key = found.node(*key);
        let Some(id) = of.and_then(|of| types.member(of, Capabilities, key.text())) else { continue };
        found.uses(key, Referent::Capability(id));
        let properties = types.capability_fields(id, Fields::Properties);
        let attributes = types.capability_fields(id, Fields::Attributes);
        values::assigned(found, assignment.properties(), |name| properties.get(name));
        values::assigned(found, assignment.attributes(), |name| {
            attributes.get(name).or_else(|| properties.get(name))
        });
    }
    for assignment in template.own_requirements().iter() {
        requirements::find(found, assignment);
    }
    interfaces::assigned(found, written.interfaces(), &interfaces_of(types, of), Some(template), of);
    for key in written.artifacts.iter().flat_map(Map::keys) {
        let node = found.node(key);
        match of.and_then(|of| types.member(of, Artifacts, node.text())) {
            Some(id) => found.uses(node, Referent::Artifact(id)),
            None => found.defines_part(key, PartKind::Artifact),
        }
    }
}

fn relationship_template<'m>(found: &mut Finder<'m>, template: RelationshipTemplateView<'m>) {
    let (types, written) = (found.types, template.written());
    let of = types.defined(template.relationship_type);
    values::assigned(found, written.properties(), field_of(types, of, Fields::Properties));
    values::assigned(found, written.attributes(), field_of(types, of, Fields::Attributes));
    interfaces::assigned(found, written.interfaces(), &interfaces_of(types, of), None, None);
}

fn group<'m>(found: &mut Finder<'m>, group: GroupView<'m>) {
    let types = found.types;
    let of = group.group_type().and_then(|meaning| types.defined(meaning));
    values::assigned(found, group.written().properties(), field_of(types, of, Fields::Properties));
    values::assigned(found, group.written().attributes(), field_of(types, of, Fields::Attributes));
}

fn policy<'m>(found: &mut Finder<'m>, policy: PolicyView<'m>) {
    let types = found.types;
    found.defines_part(policy.key().id(), PartKind::Policy);
    let of = policy.policy_type().and_then(|meaning| types.defined(meaning));
    values::assigned(found, policy.written().properties(), field_of(types, of, Fields::Properties));
    let targets = workflows::nodes(found, policy.service(), policy.targets());
    for (key, trigger) in policy.written().triggers.iter().flat_map(|map| &map.entries) {
        let node = found.node(*key);
        match of.and_then(|of| types.member(of, Triggers, node.text())) {
            Some(id) => found.uses(node, Referent::Trigger(id)),
            None => found.defines_part(*key, PartKind::Trigger),
        }
        workflows::trigger(found, trigger, &targets);
    }
}

/// The input or output `name` of a service template.
pub(super) fn parameter(service: ServiceView<'_>, name: &str, part: PartKind) -> Option<Referent> {
    let key = if part == PartKind::Output {
        service.outputs().map(|output| output.key).find(|key| key.text() == name)
    } else {
        service.inputs().map(|input| input.key).find(|key| key.text() == name)
    };
    Some(Referent::Part(part, key?.source()))
}

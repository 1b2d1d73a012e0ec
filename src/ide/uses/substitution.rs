//! Substitution mappings: members of the node type on the one side, of node templates on the other.

use crate::model::service::{ServiceView, SubstitutionView};
use crate::model::types::{Capabilities, Fields, Interfaces, Operations, Requirements, Section, TypeView};
use crate::syntax::{MappingKey, NamePair, RequirementTarget};

use super::Finder;
use super::service::{field_of, parameter};
use crate::ide::referent::{PartKind, Referent};

/// The names in the substitution mapping of a service template.
pub(super) fn find<'m>(found: &mut Finder<'m>, service: ServiceView<'m>, mapping: SubstitutionView<'m>) {
    let (types, written, of) = (found.types, mapping.written(), mapping.node_type());
    let sides = [
        (written.properties.as_ref(), Fields::Properties, PartKind::Input),
        (written.attributes.as_ref(), Fields::Attributes, PartKind::Output),
    ];
    for (mappings, section, part) in sides {
        for (key, parameter_name) in mappings.into_iter().flat_map(|mappings| &mappings.entries) {
            mapped(found, key, of, section);
            let name = found.node(*parameter_name);
            if let Some(referent) = parameter(service, name.text(), part) {
                found.uses(name, referent);
            }
        }
    }
    for (key, pair) in written.capabilities.iter().flat_map(|map| &map.entries) {
        let key = found.node(*key);
        if let Some(id) = of.and_then(|of| types.member(of, Capabilities, key.text())) {
            found.uses(key, Referent::Capability(id));
        }
        pair_of(found, service, &pair.0, Capabilities, Referent::Capability);
    }
    for entry in written.requirements.iter().flat_map(|mappings| &mappings.entries) {
        let name = found.node(entry.name);
        if let Some(id) = of.and_then(|of| types.member(of, Requirements, name.text())) {
            found.uses(name, Referent::Requirement(id));
        }
        for target in &entry.targets {
            if let RequirementTarget::Requirement(pair) = target {
                pair_of(found, service, pair, Requirements, Referent::Requirement);
            }
        }
    }
    for (key, operations) in written.interfaces.iter().flat_map(|map| &map.entries) {
        let key = found.node(*key);
        let Some(id) = of.and_then(|of| types.member(of, Interfaces, key.text())) else { continue };
        found.uses(key, Referent::of_interface(types, id));
        for (operation, _) in &operations.entries {
            let operation = found.node(*operation);
            if let Some(id) = types.interface_operations(id, Operations::Operations).get(operation.text()) {
                found.uses(operation, Referent::of_operation(types, id));
            }
        }
    }
}

/// The names in the key of a mapping.
fn mapped<'m>(found: &mut Finder<'m>, key: &MappingKey, of: Option<TypeView<'m>>, section: Fields) {
    let types = found.types;
    match *key {
        MappingKey::Own(name) => {
            let name = found.node(name);
            if let Some(id) = field_of(types, of, section)(name.text()) {
                found.uses(name, Referent::of_field(types, id));
            }
        }
        MappingKey::Capability(capability, name) => {
            let (capability, name) = (found.node(capability), found.node(name));
            let Some(id) = of.and_then(|of| types.member(of, Capabilities, capability.text())) else {
                return;
            };
            found.uses(capability, Referent::Capability(id));
            if let Some(id) = types.capability_fields(id, section).get(name.text()) {
                found.uses(name, Referent::of_field(types, id));
            }
        }
        MappingKey::Relationship(requirement, _, name) => {
            let (requirement, name) = (found.node(requirement), found.node(name));
            let Some(id) = of.and_then(|of| types.member(of, Requirements, requirement.text())) else {
                return;
            };
            found.uses(requirement, Referent::Requirement(id));
            if let Some(id) = types.relationship_fields(id, section).get(name.text()) {
                found.uses(name, Referent::of_field(types, id));
            }
        }
    }
}

/// The capability or requirement of a node template.
fn pair_of<'m, S: Section>(
    found: &mut Finder<'m>,
    service: ServiceView<'m>,
    pair: &NamePair,
    section: S,
    referent: impl Fn(crate::model::types::MemberId<S::Member>) -> Referent,
) {
    let (template, name) = (found.node(pair.template.node), found.node(pair.name));
    let template = service.node_template_named(template.text());
    let of = template.and_then(|template| found.types.defined(template.node_type));
    if let Some(id) = of.and_then(|of| found.types.member(of, section, name.text())) {
        found.uses(name, referent(id));
    }
}

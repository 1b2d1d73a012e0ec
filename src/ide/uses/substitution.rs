//! Finds names in substitution mappings: members of the substituted node type and of node templates.

use crate::model::service::{ServiceView, SubstitutionView};
use crate::model::types::{Capabilities, Fields, Interfaces, Operations, Requirements, Section, TypeView};
use crate::syntax::{MappingKey, NamePair, RequirementTarget};

use super::Finder;
use super::service::{field_of, parameter};
use crate::ide::referent::{PartKind, Referent};

/// Finds the names in the substitution mapping of a service template.
pub(super) fn find<'m>(finder: &mut Finder<'m>, service: ServiceView<'m>, mapping: SubstitutionView<'m>) {
    let (types, written, ty) = (finder.types, mapping.written(), mapping.node_type());
    let sides = [
        (written.properties.as_ref(), Fields::Properties, PartKind::Input),
        (written.attributes.as_ref(), Fields::Attributes, PartKind::Output),
    ];
    for (mappings, section, part) in sides {
        for (key, parameter_name) in mappings.into_iter().flat_map(|mappings| &mappings.entries) {
            mapped(finder, key, ty, section);
            let name = finder.node(*parameter_name);
            if let Some(referent) = parameter(service, name.text(), part) {
                finder.uses(name, referent);
            }
        }
    }
    for (key, pair) in written.capabilities.iter().flat_map(|map| &map.entries) {
        let key = finder.node(*key);
        if let Some(id) = ty.and_then(|ty| types.member(ty, Capabilities, key.text())) {
            finder.uses(key, Referent::Capability(id));
        }
        pair_of(finder, service, &pair.0, Capabilities, Referent::Capability);
    }
    for entry in written.requirements.iter().flat_map(|mappings| &mappings.entries) {
        let name = finder.node(entry.name);
        if let Some(id) = ty.and_then(|ty| types.member(ty, Requirements, name.text())) {
            finder.uses(name, Referent::Requirement(id));
        }
        for target in &entry.targets {
            if let RequirementTarget::Requirement(pair) = target {
                pair_of(finder, service, pair, Requirements, Referent::Requirement);
            }
        }
    }
    for (key, operations) in written.interfaces.iter().flat_map(|map| &map.entries) {
        let key = finder.node(*key);
        let Some(id) = ty.and_then(|ty| types.member(ty, Interfaces, key.text())) else { continue };
        finder.uses(key, Referent::from_interface(types, id));
        for (operation, _) in &operations.0.entries {
            let operation = finder.node(*operation);
            if let Some(id) = types.interface_operations(id, Operations::Operations).get(operation.text()) {
                finder.uses(operation, Referent::from_operation(types, id));
            }
        }
    }
}

/// Finds the names in the key of a mapping.
fn mapped<'m>(finder: &mut Finder<'m>, key: &MappingKey, ty: Option<TypeView<'m>>, section: Fields) {
    let types = finder.types;
    match *key {
        MappingKey::Own(name) => {
            let name = finder.node(name);
            if let Some(id) = field_of(types, ty, section)(name.text()) {
                finder.uses(name, Referent::from_field(types, id));
            }
        }
        MappingKey::Capability(capability, name) => {
            let (capability, name) = (finder.node(capability), finder.node(name));
            let Some(id) = ty.and_then(|ty| types.member(ty, Capabilities, capability.text())) else {
                return;
            };
            finder.uses(capability, Referent::Capability(id));
            if let Some(id) = types.capability_fields(id, section).get(name.text()) {
                finder.uses(name, Referent::from_field(types, id));
            }
        }
        MappingKey::Relationship(requirement, _, name) => {
            let (requirement, name) = (finder.node(requirement), finder.node(name));
            let Some(id) = ty.and_then(|ty| types.member(ty, Requirements, requirement.text())) else {
                return;
            };
            finder.uses(requirement, Referent::Requirement(id));
            if let Some(id) = types.relationship_fields(id, section).get(name.text()) {
                finder.uses(name, Referent::from_field(types, id));
            }
        }
    }
}

/// Finds the capability or requirement of a node template.
fn pair_of<'m, S: Section>(
    finder: &mut Finder<'m>,
    service: ServiceView<'m>,
    pair: &NamePair,
    section: S,
    referent: impl Fn(crate::model::types::MemberId<S::Member>) -> Referent,
) {
    let (template, name) = (finder.node(pair.template.node), finder.node(pair.name));
    let template = service.node_template_named(template.text());
    let ty = template.and_then(|template| finder.types.defined(template.node_type));
    if let Some(id) = ty.and_then(|ty| finder.types.member(ty, section, name.text())) {
        finder.uses(name, referent(id));
    }
}

//! The model of substitution mappings: a service that can substitute nodes of other services (TOSCA 2.0 §15).

use rustc_hash::FxHashSet;

use crate::model::types::{Fields, TypeRef, TypeView};
use crate::syntax::{MappingKey, RequirementTarget, SubstitutionMapping};
use crate::yaml::{NodeId, YamlNode};

use super::view::{NodeTemplateView, ServiceView};

/// A substitution mapping.
#[derive(Debug)]
#[non_exhaustive]
pub struct Substitution {
    /// The type of the nodes that the service can substitute.
    pub node_type: TypeRef,
    /// The keys of inputs that get the value of the property of the same name.
    pub(super) by_name: Box<[NodeId]>,
}

/// A substitution mapping, which resolves the names in it.
#[derive(Clone, Copy, Debug)]
pub struct SubstitutionView<'m> {
    service: ServiceView<'m>,
    record: &'m Substitution,
    written: &'m SubstitutionMapping,
}

impl<'m> ServiceView<'m> {
    /// Returns the substitution mapping, or `None` if there is none or it could not be read.
    #[must_use]
    pub fn substitution(self) -> Option<SubstitutionView<'m>> {
        let written = self.template().substitution_mappings.as_deref()?;
        Some(SubstitutionView { service: self, record: self.record().substitution.as_ref()?, written })
    }
}

impl<'m> SubstitutionView<'m> {
    /// Returns the parsed mapping.
    #[must_use]
    pub fn written(self) -> &'m SubstitutionMapping {
        self.written
    }

    /// Returns the map of its keynames.
    #[must_use]
    pub fn node(self) -> YamlNode<'m> {
        self.service.node(self.written.node)
    }

    /// Returns the type of the nodes that the service can substitute, if it is known.
    #[must_use]
    pub fn node_type(self) -> Option<TypeView<'m>> {
        self.service.types().defined(self.record.node_type)
    }

    /// Returns the mapped requirements, which get their targets from outside: node templates and requirement
    /// names.
    pub fn passed_on(self) -> impl Iterator<Item = (NodeTemplateView<'m>, &'m str)> {
        let service = self.service;
        let entries = self.written.requirements.iter().flat_map(|mappings| &mappings.entries);
        entries.flat_map(|entry| &entry.targets).filter_map(move |target| match target {
            RequirementTarget::Requirement(pair) => {
                let template = service.node_template_named(service.node(pair.template.node).text())?;
                Some((template, service.node(pair.name).text()))
            }
            RequirementTarget::Selected(_) => None,
        })
    }

    /// Returns the names of the inputs that get the value of a property of the substituted node.
    pub(crate) fn fed(self) -> impl Iterator<Item = &'m str> {
        let mappings = self.written.properties.iter().flat_map(|mappings| &mappings.entries);
        let mapped = mappings.map(move |(_, input)| self.service.node(*input));
        mapped.chain(self.fed_by_name()).map(YamlNode::text)
    }

    /// Returns the names of inputs that get the value of the property of the same name, as the dialect of the
    /// file allows if neither of them is mapped. If the properties are not known, these are all inputs that
    /// have no default.
    #[must_use]
    pub fn fed_by_name(self) -> impl ExactSizeIterator<Item = YamlNode<'m>> {
        self.record.by_name.iter().map(move |key| self.service.node(*key))
    }
}

/// Reads the substitution mapping of a service template, whose inputs must already be known.
pub(super) fn read(service: ServiceView<'_>) -> Option<Substitution> {
    let written = service.template().substitution_mappings.as_deref()?;
    let node_type = written.node_type.map_or(TypeRef::Unknown, |name| service.type_named(name.node));
    let by_name = if service.file().policies().names.inputs_by_name {
        fed_by_name(service, written, node_type)
    } else {
        Box::default()
    };
    Some(Substitution { node_type, by_name })
}

fn fed_by_name(service: ServiceView<'_>, mapping: &SubstitutionMapping, node_type: TypeRef) -> Box<[NodeId]> {
    let types = service.types();
    let ty = types.defined(node_type);
    let mut mapped: FxHashSet<&str> = FxHashSet::default();
    for (key, input) in mapping.properties.iter().flat_map(|mappings| &mappings.entries) {
        mapped.insert(service.node(*input).text());
        if let MappingKey::Own(property) = key {
            mapped.insert(service.node(*property).text());
        }
    }
    let fed = service.inputs().filter(|input| {
        let Some(definition) = input.definition() else { return false };
        let property = ty.and_then(|ty| types.member(ty, Fields::Properties, input.name()));
        let may_be_fed = ty.is_none_or(|ty| ty.is_incomplete) && definition.default.is_none();
        !mapped.contains(input.name()) && (property.is_some() || may_be_fed)
    });
    fed.map(|input| input.key.id()).collect()
}

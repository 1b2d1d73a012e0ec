//! Builds capabilities of node types (TOSCA 2.0 §8.2).

use std::sync::Arc;

use crate::keynames::{Entity as _, Map};
use crate::model::Truth;
use crate::syntax::CapabilityDefinition;
use crate::yaml::{NodeId, SourceNode};

use super::{Builder, Owner, all_keys};
use crate::model::types::field::FieldKind;
use crate::model::types::ids::{Capabilities, CapabilityId, FieldId};
use crate::model::types::members::Capability;
use crate::model::types::store::{TypeRef, TypeUse};

impl Builder<'_, '_> {
    pub(super) fn own_capabilities(&mut self, map: Option<&Map<Arc<CapabilityDefinition>>>) {
        for (key, written) in all_keys(map) {
            self.capability(key, written);
        }
    }

    fn capability(&mut self, key: NodeId, written: Option<&Arc<CapabilityDefinition>>) {
        let tree = self.tree();
        let key = tree.node(key);
        let inherited = self.scope.capabilities.get(Capabilities, key.text());
        let base = inherited.map(|id| self.types.member_record(id));
        let is_hidden = inherited.is_none() && self.scope.capabilities.hides(Capabilities);
        let is_unread = is_hidden
            || written.is_none_or(|written| {
                let hides = written
                    .unread
                    .may_hide(CapabilityDefinition::meta(), &["type", "properties", "attributes"]);
                hides || written.unread.is_cut_short()
            });
        let name = written.and_then(|written| written.capability_type);
        let own_type = self.own_type(key.id(), name.map(|name| name.node), is_unread);
        let inherited_type = base.and_then(|base| base.capability_type);
        let capability_type = self.narrowed(own_type, inherited_type);
        let is_replaced = self.are_refinements_in_force() && self.is_incompatible(own_type, inherited_type);
        let base = base.filter(|_| !is_replaced);
        let list = |list: Option<NodeId>| list.map(|list| tree.node(list).source());
        let sources = written.and_then(|written| written.valid_source_node_types.as_ref());
        let relationships = written.and_then(|written| written.valid_relationship_types.as_ref());
        let valid_source_node_types =
            list(sources.map(|names| names.0.node)).or_else(|| base?.valid_source_node_types);
        let valid_relationship_types =
            list(relationships.map(|names| names.0.node)).or_else(|| base?.valid_relationship_types);

        let meaning = capability_type.map_or(TypeRef::Unknown, |used| used.meaning);
        let owner = Owner::Capability(inherited.filter(|_| !is_replaced), meaning);
        let narrower = self.narrows(own_type, inherited_type);
        let (properties, attributes) = self.refined_fields(
            written.and_then(|written| written.properties.as_ref()).map(|map| &map.0),
            written.and_then(|written| written.attributes.as_ref()).map(|map| &map.0),
            owner,
            narrower,
        );
        self.further.capabilities.push(Capability {
            key: key.source(),
            written: written.cloned(),
            inherited,
            capability_type,
            properties,
            attributes,
            valid_source_node_types,
            valid_relationship_types,
        });
    }

    /// Returns the type after a refinement: its own type, unless it is incompatible with the inherited type and such
    /// refinements are ignored.
    pub(super) fn narrowed(&self, new: Option<TypeUse>, inherited: Option<TypeUse>) -> Option<TypeUse> {
        let (Some(new_type), Some(inherited_type)) = (new, inherited) else { return new.or(inherited) };
        let is_ignored = !self.are_refinements_in_force()
            && self.types.relation(new_type.meaning, inherited_type.meaning) == Truth::No;
        if is_ignored { inherited } else { new }
    }

    /// Whether a new type is neither the inherited one nor derived from it.
    fn is_incompatible(&self, new: Option<TypeUse>, inherited: Option<TypeUse>) -> bool {
        let both = new.zip(inherited);
        both.is_some_and(|(new, inherited)| self.types.relation(new.meaning, inherited.meaning) == Truth::No)
    }

    /// Whether refinements that are not allowed are effective anyway.
    pub(super) fn are_refinements_in_force(&self) -> bool {
        self.types.keeps_refinements(self.id.file)
    }

    /// Returns the inherited type and the node that names the new type, if a refinement uses a type derived
    /// from the inherited one. Inherited refinements must then be merged with the new type.
    pub(super) fn narrows(
        &self,
        new: Option<TypeUse>,
        inherited: Option<TypeUse>,
    ) -> Option<(TypeRef, SourceNode)> {
        let (new, inherited) = (new?, inherited?);
        let narrows = new.meaning != inherited.meaning
            && self.types.relation(new.meaning, inherited.meaning) == Truth::Yes;
        narrows.then_some((inherited.meaning, new.node))
    }

    /// Returns the field `name` of an inherited capability.
    pub(super) fn in_capabilities(
        &self,
        mut inherited: Option<CapabilityId>,
        kind: FieldKind,
        name: &str,
    ) -> Option<FieldId> {
        while let Some(id) = inherited {
            let capability = self.types.member_record(id);
            let part =
                if kind == FieldKind::Property { capability.properties } else { capability.attributes };
            if let Some(field) = self.in_part(id.owner(), part, &self.fields, name) {
                return Some(field);
            }
            inherited = capability.inherited;
        }
        None
    }
}

//! Builds requirements of node types and their relationships (TOSCA 2.0 §8.4).

use std::sync::Arc;

use crate::keynames::{Either, Entity as _, NameKind, Slot};
use crate::syntax::{RelationshipDefinition, RequirementDefinition};
use crate::yaml::NodeId;

use super::{Builder, Owner};
use crate::model::types::field::FieldKind;
use crate::model::types::hierarchy::implied;
use crate::model::types::ids::{FieldId, InterfaceId, Interfaces, Part, RequirementId, Requirements};
use crate::model::types::members::{Relationship, Requirement};
use crate::model::types::store::TypeRef;

impl Builder<'_, '_> {
    pub(super) fn requirement(&mut self, key: NodeId, written: &Arc<RequirementDefinition>) {
        let tree = self.tree();
        let key = tree.node(key);
        let inherited = self.scope.requirements.get(Requirements, key.text());
        let relationship = self.relationship(key.id(), written, inherited);
        let base = inherited.map(|id| self.types.member_record(id));
        let policy = self.types.graph.file(self.id.file).policies().refinements;
        let is_in_force = self.are_refinements_in_force();
        // What could not be read is not inherited.
        let type_use = |name: Slot<NodeId>| {
            self.own_type(key.id(), name.given(), name.is_unreadable() || written.unread.is_cut_short())
        };
        let requirement = Requirement {
            key: key.source(),
            written: Arc::clone(written),
            inherited,
            capability: type_use(written.capability().map(|name| name.node)).or_else(|| base?.capability),
            node_type: self.narrowed(
                type_use(written.node_type().map(|name| name.node)),
                base.filter(|_| !policy.replace_requirements).and_then(|base| base.node_type),
            ),
            relationship,
            count_range: match written.count_range {
                // A range outside the inherited range is reported, and ignored here unless it is effective.
                Some(range) => match base.and_then(|base| base.count_range) {
                    Some(inherited_range) if !is_in_force && !range.is_within(inherited_range.0) => {
                        Some(inherited_range)
                    }
                    _ => Some((range, tree.node(range.node).source())),
                },
                None if written.count_range().is_unreadable() => None,
                None => base.and_then(|base| base.count_range),
            },
        };
        self.further.requirements.push(requirement);
    }

    fn relationship(
        &mut self,
        key: NodeId,
        written: &RequirementDefinition,
        inherited: Option<RequirementId>,
    ) -> Relationship {
        const PARTS: [&str; 4] = ["type", "properties", "attributes", "interfaces"];
        let (slot, is_cut_short) = (written.relationship(), written.unread.is_cut_short());
        let (own_type, definition) = match &written.relationship {
            Some(Either::Short(name)) => (Some(*name), None),
            Some(Either::Long(definition)) => (definition.relationship_type, Some(definition)),
            None => (None, None),
        };
        let is_hidden = inherited.is_none() && self.scope.requirements.hides(Requirements);
        let is_unread = is_cut_short
            || is_hidden
            || slot.is_unreadable()
            || definition.is_some_and(|definition| {
                definition.unread.may_hide(RelationshipDefinition::meta(), &PARTS)
                    || definition.unread.is_cut_short()
            });
        let own_type = self.own_type(key, own_type.map(|name| name.node), is_unread);
        let inherited_type =
            inherited.and_then(|id| self.types.member_record(id).relationship.relationship_type);
        let types = self.types;
        let default_type = || implied(&types.graph, &types.names, self.id.file, NameKind::RelationshipType);
        let relationship_type = self
            .narrowed(own_type, inherited_type)
            .or_else(|| default_type().filter(|_| !types.get(self.id).has_unknown_ancestor));
        let meaning = relationship_type.map_or(TypeRef::Unknown, |used| used.meaning);
        let owner = Owner::Relationship(inherited, meaning);
        let narrower = self.narrows(own_type, inherited_type);
        let (properties, attributes) = self.refined_fields(
            definition.and_then(|written| written.properties.as_ref()).map(|map| &map.0),
            definition.and_then(|written| written.attributes.as_ref()).map(|map| &map.0),
            owner,
            narrower,
        );
        // Interfaces add more fields after these.
        let interfaces = self.further.interfaces.len();
        if let Some((old, type_node)) = narrower {
            for (name, type_member) in self.members_between(Interfaces, meaning, old) {
                if let Some(refinement) = self.interface_in_relationships(inherited, name) {
                    let base = self.member_of(old, Interfaces, name);
                    self.rebase_interface(refinement, base, type_member, type_node);
                }
            }
        }
        let map = definition.and_then(|written| written.interfaces.as_ref()).map(|map| &map.0);
        self.relationship_interfaces(map, inherited, meaning, narrower.map(|_| interfaces));
        Relationship {
            written: definition.cloned(),
            relationship_type,
            properties,
            attributes,
            interfaces: Part::new(interfaces, self.further.interfaces.len()),
        }
    }

    /// Returns the field `name` of the relationship of an inherited requirement.
    pub(super) fn in_relationships(
        &self,
        mut inherited: Option<RequirementId>,
        kind: FieldKind,
        name: &str,
    ) -> Option<FieldId> {
        while let Some(id) = inherited {
            let requirement = self.types.member_record(id);
            let relationship = &requirement.relationship;
            let part =
                if kind == FieldKind::Property { relationship.properties } else { relationship.attributes };
            if let Some(field) = self.in_part(id.owner(), part, &self.fields, name) {
                return Some(field);
            }
            inherited = requirement.inherited;
        }
        None
    }

    /// Returns the interface `name` of the relationship of an inherited requirement.
    pub(super) fn interface_in_relationships(
        &self,
        mut inherited: Option<RequirementId>,
        name: &str,
    ) -> Option<InterfaceId> {
        while let Some(id) = inherited {
            let requirement = self.types.member_record(id);
            let part = requirement.relationship.interfaces;
            if let Some(interface) = self.in_part(id.owner(), part, &self.further.interfaces, name) {
                return Some(interface);
            }
            inherited = requirement.inherited;
        }
        None
    }
}

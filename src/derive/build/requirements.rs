//! Requirements of node types and their relationships (TOSCA 2.0 §8.4).

use crate::grammar::Either;
use crate::syntax::{RelationshipDefinition, RequirementDefinition};
use crate::yaml::NodeId;

use super::{Builder, Holder, Layer, Layers, part_from};
use crate::derive::field::FieldKind;
use crate::derive::members::{MemberId, Relationship, Requirement, Section};
use crate::derive::types::TypeRef;

impl<'g> Builder<'_, 'g> {
    pub(super) fn requirement(&mut self, key: NodeId, written: &'g RequirementDefinition) {
        let tree = self.tree();
        let key = tree.node(key);
        let inherited = self.inherited(Section::Requirement, key.text());
        let relationship = self.relationship(written, inherited);
        let base = inherited.map(|id| self.requirement_of(id));
        let type_use = |name: Option<NodeId>| name.map(|name| self.type_use(tree, name));
        let requirement = Requirement {
            key,
            written,
            inherited,
            capability: type_use(written.capability.map(|name| name.node)).or_else(|| base?.capability),
            node_type: type_use(written.node_type.map(|name| name.node)).or_else(|| base?.node_type),
            relationship,
            count_range: match written.count_range {
                Some(range) => Some((range, tree.node(range.node))),
                None => base.and_then(|base| base.count_range),
            },
        };
        self.requirements.push(requirement);
    }

    fn requirement_of(&self, id: MemberId) -> &Requirement<'g> {
        &self.types.get(id.owner).members.requirements[id.index as usize]
    }

    fn relationship(
        &mut self,
        written: &'g RequirementDefinition,
        inherited: Option<MemberId>,
    ) -> Relationship<'g> {
        let tree = self.tree();
        let (own_type, written) = match &written.relationship {
            Some(Either::Short(name)) => (Some(*name), None),
            Some(Either::Long(definition)) => (definition.relationship_type, Some(&**definition)),
            None => (None, None),
        };
        let own_type = own_type.map(|name| self.type_use(tree, name.node));
        let inherited_type = inherited.and_then(|id| self.requirement_of(id).relationship.relationship_type);
        let relationship_type = own_type.or(inherited_type);

        let again = self.narrows(own_type, inherited_type);
        let mut layers: Layers<'g, RelationshipDefinition> = Vec::new();
        let mut next = inherited.filter(|_| again);
        while let Some(id) = next {
            let ancestor = self.requirement_of(id);
            let layer = Layer { tree: ancestor.key.tree(), start: None, again };
            layers.extend(ancestor.relationship.written.map(|written| (layer, written)));
            next = ancestor.inherited;
        }
        layers.reverse();
        layers.extend(written.map(|written| (Layer { tree, start: None, again: false }, written)));

        let meaning = relationship_type.map_or(TypeRef::Unknown, |found| found.meaning);
        let chain = inherited.filter(|_| !again);
        let holder = Holder::Relationship(chain, meaning);
        let properties = self.fields.len();
        for &(layer, written) in &layers {
            let layer = Layer { start: again.then_some(properties), ..layer };
            self.properties(written.properties.as_ref().map(|map| &map.0), holder, layer);
        }
        let attributes = self.fields.len();
        for &(layer, written) in &layers {
            let layer = Layer { start: again.then_some(attributes), ..layer };
            self.attributes(written.attributes.as_ref().map(|map| &map.0), holder, layer);
        }
        let end = self.fields.len();
        let interfaces = self.interfaces.len();
        for &(layer, written) in &layers {
            let layer = Layer { start: again.then_some(interfaces), ..layer };
            self.relationship_interfaces(
                written.interfaces.as_ref().map(|map| &map.0),
                chain,
                meaning,
                layer,
            );
        }
        Relationship {
            written,
            relationship_type,
            properties: part_from(properties, attributes),
            attributes: part_from(attributes, end),
            interfaces: part_from(interfaces, self.interfaces.len()),
        }
    }

    /// The field `name` of the relationship of an inherited requirement.
    pub(super) fn in_relationships(
        &self,
        mut inherited: Option<MemberId>,
        kind: FieldKind,
        name: &str,
    ) -> Option<MemberId> {
        while let Some(id) = inherited {
            let requirement = self.requirement_of(id);
            let relationship = &requirement.relationship;
            let part =
                if kind == FieldKind::Property { &relationship.properties } else { &relationship.attributes };
            if let Some(found) = self.in_part(id.owner, part, name) {
                return Some(found);
            }
            inherited = requirement.inherited;
        }
        None
    }

    /// The interface `name` of the relationship of an inherited requirement.
    pub(super) fn interface_in_relationships(
        &self,
        mut inherited: Option<MemberId>,
        name: &str,
    ) -> Option<MemberId> {
        while let Some(id) = inherited {
            let requirement = self.requirement_of(id);
            let interfaces = &self.types.get(id.owner).members.interfaces;
            let mut part = requirement.relationship.interfaces.clone().rev();
            if let Some(index) = part.find(|&index| interfaces[index as usize].key.text() == name) {
                return Some(MemberId { owner: id.owner, index });
            }
            inherited = requirement.inherited;
        }
        None
    }
}

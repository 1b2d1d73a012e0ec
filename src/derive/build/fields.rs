//! Properties, attributes and parameters.

use crate::grammar::Map;
use crate::syntax::{AttributeDefinition, Incoming, Outgoing, PropertyEntry, Unclear};
use crate::yaml::{Node, NodeId};

use super::{Builder, Holder, all_keys, part_from};
use crate::derive::field::{Field, FieldKind, Written};
use crate::derive::members::{MemberId, Part, Section};
use crate::derive::types::{BuiltIn, Relation, TypeRef};

impl<'g> Builder<'_, 'g> {
    /// Adds the properties and attributes that a capability or relationship refines; those of a `narrower`
    /// type, where one is named, come below the inherited refinements of the same fields.
    pub(super) fn refined_fields(
        &mut self,
        properties: Option<&'g Map<PropertyEntry>>,
        attributes: Option<&'g Map<AttributeDefinition>>,
        holder: Holder,
        narrower: Option<(TypeRef, Node<'g>)>,
    ) -> (Part, Part) {
        let first = self.fields.len();
        if let Some((old, place)) = narrower {
            self.rebase_fields(FieldKind::Property, holder, old, place);
        }
        self.properties(properties, holder, narrower.map(|_| first));
        let second = self.fields.len();
        if let Some((old, place)) = narrower {
            self.rebase_fields(FieldKind::Attribute, holder, old, place);
        }
        self.attributes(attributes, holder, narrower.map(|_| second));
        (part_from(first, second), part_from(second, self.fields.len()))
    }

    /// The field that one refines; its name is looked at only where there is something to refine.
    fn base_of(
        &self,
        holder: Holder,
        kind: FieldKind,
        earlier: Option<usize>,
        key: NodeId,
    ) -> Option<MemberId> {
        if matches!(holder, Holder::Type) && self.scope.members.is_empty() {
            return None;
        }
        self.base(holder, kind, earlier, self.node(key).text())
    }

    /// Adds properties.
    pub(super) fn properties(
        &mut self,
        map: Option<&'g Map<PropertyEntry>>,
        holder: Holder,
        earlier: Option<usize>,
    ) -> Part {
        let start = self.fields.len();
        self.fields.reserve_exact(map.map_or(0, |map| map.entries.len() + map.unread.len()));
        for (key, entry) in all_keys(map) {
            let base = self.base_of(holder, FieldKind::Property, earlier, key);
            let written = match entry {
                Some(PropertyEntry::Definition(definition)) => Written::Property(definition),
                Some(PropertyEntry::Value(value)) => Written::Value(value.0),
                Some(PropertyEntry::Unclear(unclear)) => self.decide(unclear, holder, base),
                None => Written::Unread,
            };
            self.add(FieldKind::Property, key, written, base, holder);
        }
        part_from(start, self.fields.len())
    }

    /// A map below an inherited property is its value where that can be a map, else a definition (A-09,
    ///
    fn decide(&mut self, unclear: &'g Unclear, holder: Holder, base: Option<MemberId>) -> Written<'g> {
        let Some(base) = base else {
            // Something new; in a holder that adds nothing it is told as such.
            if !matches!(holder, Holder::Type) || self.types.get(self.id).is_open {
                return Written::Unread;
            }
            return self.definition(unclear);
        };
        let data_type = self.field(base).data_type.unwrap_or(TypeRef::Unknown);
        let may_be_a_map = match data_type {
            TypeRef::Unknown => return Written::Unread,
            TypeRef::BuiltIn(built_in) => built_in == BuiltIn::Map,
            TypeRef::Defined(id) => {
                let found = self.types.get(id);
                if found.is_open {
                    return Written::Unread;
                }
                found.built_in.is_none_or(|built_in| built_in == BuiltIn::Map)
            }
        };
        if may_be_a_map { Written::Value(unclear.node) } else { self.definition(unclear) }
    }

    fn definition(&mut self, unclear: &'g Unclear) -> Written<'g> {
        self.found.extend(unclear.diagnostics.iter().cloned());
        unclear.definition.as_ref().map_or(Written::Unread, Written::Property)
    }

    /// Adds attributes.
    pub(super) fn attributes(
        &mut self,
        map: Option<&'g Map<AttributeDefinition>>,
        holder: Holder,
        earlier: Option<usize>,
    ) -> Part {
        let start = self.fields.len();
        self.fields.reserve_exact(map.map_or(0, |map| map.entries.len() + map.unread.len()));
        for (key, entry) in all_keys(map) {
            let name = self.node(key).text();
            // Each property is reflected by an attribute (§9.6).
            let base = self
                .base(holder, FieldKind::Attribute, earlier, name)
                .or_else(|| self.base(holder, FieldKind::Property, None, name));
            let written = entry.map_or(Written::Unread, Written::Attribute);
            self.add(FieldKind::Attribute, key, written, base, holder);
        }
        part_from(start, self.fields.len())
    }

    /// Adds parameters that go out.
    pub(super) fn inputs(
        &mut self,
        map: Option<&'g Map<Outgoing>>,
        holder: Holder,
        earlier: Option<usize>,
    ) -> Part {
        let start = self.fields.len();
        self.fields.reserve_exact(map.map_or(0, |map| map.entries.len() + map.unread.len()));
        for (key, entry) in all_keys(map) {
            let base = self.base_of(holder, FieldKind::Input, earlier, key);
            let written = match entry {
                Some(Outgoing::Definition(definition)) => Written::Parameter(definition),
                Some(Outgoing::Value(value)) => Written::Value(value.0),
                None => Written::Unread,
            };
            self.add(FieldKind::Input, key, written, base, holder);
        }
        part_from(start, self.fields.len())
    }

    /// Adds parameters that come in.
    pub(super) fn outputs(
        &mut self,
        map: Option<&'g Map<Incoming>>,
        holder: Holder,
        earlier: Option<usize>,
    ) -> Part {
        let start = self.fields.len();
        self.fields.reserve_exact(map.map_or(0, |map| map.entries.len() + map.unread.len()));
        for (key, entry) in all_keys(map) {
            let base = self.base_of(holder, FieldKind::Output, earlier, key);
            let written = match entry {
                Some(Incoming::Definition(definition)) => Written::Parameter(definition),
                Some(Incoming::Mapping(mapping)) => Written::Mapping(mapping.0),
                None => Written::Unread,
            };
            self.add(FieldKind::Output, key, written, base, holder);
        }
        part_from(start, self.fields.len())
    }

    fn add(
        &mut self,
        kind: FieldKind,
        key: NodeId,
        written: Written<'g>,
        base: Option<MemberId>,
        holder: Holder,
    ) {
        let data_type = written.data_type().map(|name| self.type_use(self.tree(), name));
        let mut field = Field::new(kind, self.node(key), written, data_type);
        if let Some(base) = base {
            let found = self.field(base);
            let fits = match (data_type, found.data_type) {
                (Some(own), Some(base)) => self.types.relation(own.meaning, base) != Relation::IsNot,
                _ => true,
            };
            field = field.refine(base, found, data_type, fits);
        } else if matches!(holder, Holder::Type) && data_type.is_some() {
            match kind {
                FieldKind::Property => self.nearly_inherited(kind, Section::Property, field.key),
                FieldKind::Attribute => self.nearly_inherited(kind, Section::Attribute, field.key),
                FieldKind::Input | FieldKind::Output => {}
            }
        }
        self.fields.push(field);
    }

    /// The field `name` of an inherited operation.
    pub(super) fn in_operations(
        &self,
        mut inherited: Option<MemberId>,
        kind: FieldKind,
        name: &str,
    ) -> Option<MemberId> {
        while let Some(id) = inherited {
            let operation = self.operation(id);
            let part = if kind == FieldKind::Input { &operation.inputs } else { &operation.outputs };
            if let Some(found) = self.in_part(id.owner, part, name) {
                return Some(found);
            }
            inherited = operation.inherited;
        }
        None
    }
}

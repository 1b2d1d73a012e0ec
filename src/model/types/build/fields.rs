//! Builds properties, attributes and parameters.

use std::sync::Arc;

use crate::diagnostics::suggest_typo;
use crate::keynames::{Entity, Map};
use crate::model::Truth;
use crate::syntax::{AttributeDefinition, Incoming, Outgoing, PropertyDefinition, PropertyEntry, Unclear};
use crate::yaml::{NodeId, SourceNode, YamlNode};

use super::{Builder, Owner, all_keys};
use crate::model::types::TypeView;
use crate::model::types::field::{Declared, Field, FieldKind, Fit};
use crate::model::types::ids::{FieldId, Fields, MemberId, OperationId, Part};
use crate::model::types::store::{Body, BuiltIn, TypeRef};

impl Builder<'_, '_> {
    /// Adds the properties and attributes that a capability or relationship refines. If it uses a `narrower`
    /// type, inherited refinements are merged with the fields of that type.
    pub(super) fn refined_fields(
        &mut self,
        properties: Option<&Map<PropertyEntry>>,
        attributes: Option<&Map<Arc<AttributeDefinition>>>,
        owner: Owner,
        narrower: Option<(TypeRef, SourceNode)>,
    ) -> (Part<Field>, Part<Field>) {
        let first = self.fields.len();
        if let Some((old, type_node)) = narrower {
            self.rebase_fields(FieldKind::Property, owner, old, type_node);
        }
        self.properties(properties, owner, narrower.map(|_| first));
        let second = self.fields.len();
        if let Some((old, type_node)) = narrower {
            self.rebase_fields(FieldKind::Attribute, owner, old, type_node);
        }
        self.attributes(attributes, owner, narrower.map(|_| second));
        (Part::new(first, second), Part::new(second, self.fields.len()))
    }

    /// Returns the field that a field refines. Skips the lookup by name if there is nothing to refine.
    fn base_of(&self, owner: Owner, kind: FieldKind, earlier: Option<usize>, key: NodeId) -> Option<FieldId> {
        if matches!(owner, Owner::Type) && self.scope.fields.is_empty() {
            return None;
        }
        self.base(owner, kind, earlier, self.node(key).text())
    }

    /// Reserves space for the entries of a map; returns the index of the first.
    fn start_of<T>(&mut self, map: Option<&Map<T>>) -> usize {
        self.fields.reserve_exact(map.map_or(0, |map| map.entries.len() + map.unread.len()));
        self.fields.len()
    }

    /// Adds properties.
    pub(super) fn properties(
        &mut self,
        map: Option<&Map<PropertyEntry>>,
        owner: Owner,
        earlier: Option<usize>,
    ) -> Part<Field> {
        let start = self.start_of(map);
        for (key, entry) in all_keys(map) {
            let base = self.base_of(owner, FieldKind::Property, earlier, key);
            let written = match entry {
                Some(PropertyEntry::Definition(definition)) => Declared::Property(Arc::clone(definition)),
                Some(PropertyEntry::Value(value)) => Declared::Value(value.0),
                Some(PropertyEntry::Unclear(unclear)) => self.decide(unclear, owner, base),
                None => Declared::Unreadable,
            };
            self.add(FieldKind::Property, key, written, base, owner);
        }
        Part::new(start, self.fields.len())
    }

    /// Decides how to read a map in place of a property definition: as the value of an inherited property if
    /// the value can be a map, or else as a definition.
    fn decide(&mut self, unclear: &Unclear, owner: Owner, base: Option<FieldId>) -> Declared {
        let Some(base) = base else {
            // A new property; it is reported elsewhere if the owner allows no new properties.
            let is_hidden = self.scope.fields.hides(Fields::Properties);
            if !matches!(owner, Owner::Type) || is_hidden || self.types.get(self.id).has_unknown_ancestor {
                return Declared::Unreadable;
            }
            return self.definition(unclear);
        };
        let data_type = self.field(base).data_type.unwrap_or(TypeRef::Unknown);
        let may_be_a_map = match data_type {
            TypeRef::Unknown => return Declared::Unreadable,
            TypeRef::BuiltIn(built_in) => built_in == BuiltIn::Map,
            TypeRef::Defined(id) => {
                let defined = self.types.get(id);
                if defined.has_unknown_ancestor {
                    return Declared::Unreadable;
                }
                defined.built_in.is_none_or(|built_in| built_in == BuiltIn::Map)
            }
        };
        // Only definitions have these keynames.
        let node = self.node(unclear.node);
        let is_definition =
            ["validation", "key_schema", "entry_schema"].iter().any(|name| node.entry(name).is_some());
        let is_definition = is_definition || self.is_wrong_definition(node, data_type);
        if may_be_a_map && !is_definition { Declared::Value(unclear.node) } else { self.definition(unclear) }
    }

    /// Whether a map that is wrong in any case is rather a definition: a value of the data type has none of its keys,
    /// and it has keynames of a property definition, or certainly misspelled ones.
    fn is_wrong_definition(&self, node: YamlNode<'_>, data_type: TypeRef) -> bool {
        let meta = PropertyDefinition::meta();
        let is_keyname = |key: YamlNode<'_>| meta.keyname_at(key).is_some();
        let is_misspelled =
            |key: YamlNode<'_>| suggest_typo(key.text(), meta.keynames.iter().map(|row| row.name)).is_some();
        let has_keyname = node.entries().any(|(key, _)| is_keyname(key));
        let has_keynames_only = node.entries().all(|(key, _)| is_keyname(key) || is_misspelled(key));
        match data_type {
            TypeRef::Defined(id) if self.types.get(id).built_in.is_none() => {
                let mut ancestors = self.types.lineage(self.types.get(id));
                let has = |ty: TypeView<'_>, key: YamlNode<'_>| match ty.body() {
                    Body::Data(body) => body.properties().given().is_none_or(|properties| {
                        properties.keys().any(|name| ty.tree().node(name).text() == key.text())
                    }),
                    _ => true,
                };
                node.entries().next().is_some()
                    && (has_keyname || has_keynames_only)
                    && !ancestors.any(|ty| node.entries().any(|(key, _)| has(ty, key)))
            }
            _ => has_keyname && has_keynames_only,
        }
    }

    fn definition(&mut self, unclear: &Unclear) -> Declared {
        // The file may have had another id when it was read.
        let placed = unclear.diagnostics.iter().cloned().map(|mut diagnostic| {
            diagnostic.set_file(self.id.file);
            diagnostic
        });
        self.diagnostics.extend(placed);
        unclear.definition.clone().map_or(Declared::Unreadable, Declared::Property)
    }

    /// Adds attributes.
    pub(super) fn attributes(
        &mut self,
        map: Option<&Map<Arc<AttributeDefinition>>>,
        owner: Owner,
        earlier: Option<usize>,
    ) -> Part<Field> {
        let start = self.start_of(map);
        for (key, entry) in all_keys(map) {
            let name = self.node(key).text();
            // Each property also has an attribute (§9.6).
            let base = self
                .base(owner, FieldKind::Attribute, earlier, name)
                .or_else(|| self.base(owner, FieldKind::Property, None, name));
            let written = entry.cloned().map_or(Declared::Unreadable, Declared::Attribute);
            self.add(FieldKind::Attribute, key, written, base, owner);
        }
        Part::new(start, self.fields.len())
    }

    /// Adds inputs.
    pub(super) fn inputs(
        &mut self,
        map: Option<&Map<Outgoing>>,
        owner: Owner,
        earlier: Option<usize>,
    ) -> Part<Field> {
        let start = self.start_of(map);
        for (key, entry) in all_keys(map) {
            let base = self.base_of(owner, FieldKind::Input, earlier, key);
            let written = match entry {
                Some(Outgoing::Definition(definition)) => Declared::Parameter(Arc::clone(definition)),
                Some(Outgoing::Value(value)) => Declared::Value(value.0),
                None => Declared::Unreadable,
            };
            self.add(FieldKind::Input, key, written, base, owner);
        }
        // A keyname among the inputs is reported: that of another input, which may have a value.
        let is_keyname = |field: &Field| {
            let name = self.text(field.key);
            field.inherited().is_none()
                && matches!(field.written, Declared::Value(_))
                && ["required", "default", "value"].contains(&name)
        };
        if self.fields.get(start..).is_some_and(|inputs| inputs.iter().any(is_keyname)) {
            for field in self.fields.get_mut(start..).unwrap_or_default() {
                field.lacks_keyname = true;
            }
        }
        Part::new(start, self.fields.len())
    }

    /// Adds outputs.
    pub(super) fn outputs(
        &mut self,
        map: Option<&Map<Incoming>>,
        owner: Owner,
        earlier: Option<usize>,
    ) -> Part<Field> {
        let start = self.start_of(map);
        for (key, entry) in all_keys(map) {
            let base = self.base_of(owner, FieldKind::Output, earlier, key);
            let written = match entry {
                Some(Incoming::Definition(definition)) => Declared::Parameter(Arc::clone(definition)),
                Some(Incoming::Mapping(mapping)) => Declared::Mapping(mapping.0),
                None => Declared::Unreadable,
            };
            self.add(FieldKind::Output, key, written, base, owner);
        }
        Part::new(start, self.fields.len())
    }

    fn add(&mut self, kind: FieldKind, key: NodeId, written: Declared, base: Option<FieldId>, owner: Owner) {
        let data_type = written.data_type().map(|name| self.type_use(self.tree(), name));
        let key = self.node(key);
        let mut field = Field::new(kind, key.source(), written, data_type);
        if let Some(base) = base {
            let base_field = self.field(base);
            let fits = match (data_type, base_field.data_type) {
                (Some(new), Some(base)) => self.types.relation(new.meaning, base) != Truth::No,
                _ => true,
            };
            let id = MemberId::new(self.id, self.fields.len());
            let is_in_force = self.are_refinements_in_force();
            field = field.refine(id, (base, base_field), data_type, Fit { fits, is_in_force });
        } else if matches!(owner, Owner::Type) && data_type.is_some() {
            match kind {
                FieldKind::Property => self.nearly_inherited(kind, Fields::Properties, key),
                FieldKind::Attribute => self.nearly_inherited(kind, Fields::Attributes, key),
                FieldKind::Input | FieldKind::Output => {}
            }
        }
        self.fields.push(field);
    }

    /// Returns the parameter `name` of an inherited operation.
    pub(super) fn in_operations(
        &self,
        mut inherited: Option<OperationId>,
        kind: FieldKind,
        name: &str,
    ) -> Option<FieldId> {
        while let Some(id) = inherited {
            let operation = self.operation(id);
            let part = if kind == FieldKind::Input { operation.inputs } else { operation.outputs };
            if let Some(field) = self.in_part(id.owner(), part, &self.fields, name) {
                return Some(field);
            }
            inherited = operation.inherited;
        }
        None
    }
}

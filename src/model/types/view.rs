//! Views of the records of types, which resolve the ids in them.

use rustc_hash::FxHashSet;

use crate::load::File;
use crate::model::{Keyed, NodeResolver, Truth, View};
use crate::syntax::{
    ArtifactDefinition, CapabilityDefinition, ImplementationDefinition, InterfaceDefinition,
    RelationshipDefinition, RequirementDefinition, TriggerDefinition,
};
use crate::yaml::{NodeId, SourceNode, YamlNode};

use super::field::{Declared, Effective, Field, Parts, Schema};
use super::ids::{FieldId, MemberId, OperationId, Part, Record};
use super::members::{
    Artifact, Capability, DeclaredOperation, Interface, Members, Operation, Requirement, Trigger,
};
use super::store::{Body, Type, TypeRef, Types};

/// A type that resolves its ids.
pub type TypeView<'m> = View<'m, &'m Types, Type>;
/// A field that resolves its ids.
pub type FieldView<'m> = View<'m, &'m Types, Field>;
/// A capability that resolves its ids.
pub type CapabilityView<'m> = View<'m, &'m Types, Capability>;
/// A requirement that resolves its ids.
pub type RequirementView<'m> = View<'m, &'m Types, Requirement>;
/// An interface that resolves its ids.
pub type InterfaceView<'m> = View<'m, &'m Types, Interface>;
/// An artifact of a node type with its definition.
pub type ArtifactView<'m> = View<'m, &'m Types, Artifact>;
/// A trigger of a policy type with its definition.
pub type TriggerView<'m> = View<'m, &'m Types, Trigger>;
/// An operation or notification that resolves its ids.
pub type OperationView<'m> = View<'m, &'m Types, Operation>;

impl Keyed for Type {
    fn source(&self) -> SourceNode {
        self.key
    }
}

impl<'m> NodeResolver<'m> for &'m Types {
    fn source_node(self, node: SourceNode) -> YamlNode<'m> {
        self.node(node)
    }
}

impl<'m, T> View<'m, &'m Types, T> {
    fn node(self, node: SourceNode) -> YamlNode<'m> {
        self.resolver.node(node)
    }
}

impl<'m> TypeView<'m> {
    /// Returns the definition.
    #[must_use]
    pub fn body(self) -> &'m Body {
        &self.record.body
    }

    /// Returns the members that it defines itself.
    #[must_use]
    pub fn members(self) -> &'m Members {
        &self.record.members
    }

    /// Returns views of some of its records.
    fn views<T>(
        self,
        records: &'m [T],
    ) -> impl ExactSizeIterator<Item = View<'m, &'m Types, T>> + DoubleEndedIterator + Clone {
        records.iter().map(move |record| View::new(self.resolver, record))
    }

    /// Returns the ids of all its own records of a kind, including those of capabilities, interfaces and so
    /// on.
    #[must_use]
    pub fn own_ids<T: Record>(self) -> impl ExactSizeIterator<Item = MemberId<T>> {
        let owner = self.record.id;
        (0..T::list(&self.record.members).len()).map(move |index| MemberId::new(owner, index))
    }

    /// Returns all its own fields, including those of capabilities, interfaces and so on.
    #[must_use]
    pub fn own_fields(self) -> impl ExactSizeIterator<Item = FieldView<'m>> + DoubleEndedIterator + Clone {
        self.views(&self.record.members.fields)
    }

    /// Returns its own field that refines its field `id`: the definition that is written next to a refinement
    /// which exists only because of a narrower type.
    #[must_use]
    pub fn written_refinement(self, id: FieldId) -> Option<FieldView<'m>> {
        self.own_fields().find(|field| field.inherited() == Some(id))
    }

    /// Returns a part of its records.
    #[must_use]
    pub fn records_in<T: Record>(
        self,
        part: Part<T>,
    ) -> impl ExactSizeIterator<Item = View<'m, &'m Types, T>> + DoubleEndedIterator + Clone {
        self.views(part.records_in(T::list(&self.record.members)))
    }

    /// Returns the capabilities that it defines itself.
    #[must_use]
    pub fn own_capabilities(self) -> impl ExactSizeIterator<Item = CapabilityView<'m>> {
        self.views(&self.record.members.further().capabilities)
    }

    /// Returns the requirements that it defines itself.
    #[must_use]
    pub fn own_requirements(self) -> impl ExactSizeIterator<Item = RequirementView<'m>> {
        self.views(&self.record.members.further().requirements)
    }

    /// Returns the interfaces that it defines itself, including those of requirements.
    #[must_use]
    pub fn own_interfaces(self) -> impl ExactSizeIterator<Item = InterfaceView<'m>> {
        self.views(&self.record.members.further().interfaces)
    }

    /// Returns all its own operations and notifications, including those of its interfaces.
    #[must_use]
    pub fn own_operations(self) -> impl ExactSizeIterator<Item = OperationView<'m>> {
        self.views(&self.record.members.further().operations)
    }
}

impl<'m> FieldView<'m> {
    /// Returns the declaration.
    #[must_use]
    pub fn written(self) -> &'m Declared {
        &self.record.written
    }

    /// Returns the keynames of the declaration.
    #[must_use]
    pub fn parts(self) -> Parts<'m> {
        self.record.written.parts()
    }

    /// Returns the meaning of the data type that the declaration names.
    #[must_use]
    pub fn written_type(self) -> Option<TypeRef> {
        self.parts().data_type.map(|name| self.resolver.meaning(self.tree().node(name)))
    }

    /// Returns the node that names the narrower type, for fields that exist only because of it.
    #[must_use]
    pub fn narrower_type_node(self) -> Option<YamlNode<'m>> {
        self.record.narrower_type_node().map(|node| self.node(node))
    }

    /// Returns the effective definition of the field.
    #[must_use]
    pub fn effective(self) -> Effective<'m> {
        if self.record.is_value_without_definition() {
            return Effective::default();
        }
        let Some(layers) = self.record.layers() else { return self.own_definition() };
        let layer = |id: Option<FieldId>| id.map(|id| self.resolver.field(id).own_definition());
        Effective {
            data_type: layer(layers.data_type).and_then(|definition| definition.data_type),
            required: layer(layers.required).and_then(|definition| definition.required),
            default: layer(layers.default).and_then(|definition| definition.default),
            value: layer(layers.value).and_then(|definition| definition.value),
            mapping: layer(layers.mapping).and_then(|definition| definition.mapping),
            key_schema: layer(layers.key_schema).and_then(|definition| definition.key_schema),
            entry_schema: layer(layers.entry_schema).and_then(|definition| definition.entry_schema),
        }
    }

    /// Returns whether a value is required: true unless a definition makes it optional (§9.4).
    #[must_use]
    pub fn is_required(self) -> bool {
        let required = match self.record.layers() {
            Some(layers) => layers.required.and_then(|id| self.resolver.field(id).written.required()),
            None => self.record.written.required(),
        };
        required.is_none_or(|required| required.value)
    }

    /// Returns the value that a property has if nothing is assigned: the fixed value, or the default. The default of
    /// an optional property does not count.
    #[must_use]
    pub fn value_without_assignment(self) -> Option<YamlNode<'m>> {
        let effective = self.effective();
        effective.value.or(effective.default.filter(|_| self.is_required()))
    }

    /// Returns whether users of the type must give a value: it is required, and has no value or default.
    /// Unknown if the definition, or one that it refines, could not be read completely.
    #[must_use]
    pub fn value_needed(self) -> Truth {
        let effective = self.effective();
        if !self.is_required() || effective.value.is_some() || effective.default.is_some() {
            return Truth::No;
        }
        if self.data_type == Some(TypeRef::Unknown) || self.may_need_no_value() {
            return Truth::Unknown;
        }
        Truth::Yes
    }

    /// Returns whether a part of the definition, or of one that it refines, that could not be read may say that the field
    /// needs no value.
    #[must_use]
    pub fn may_need_no_value(self) -> bool {
        /// Limit on the definitions that are searched.
        const MAX_DEFINITIONS: usize = 100;
        self.layers().take(MAX_DEFINITIONS).any(|field| field.may_say_optional())
    }

    /// Returns the field and all fields that it refines, nearest first.
    pub fn layers(self) -> impl Iterator<Item = FieldView<'m>> {
        let types = self.resolver;
        let (mut next, mut pending) = (Some(self), Vec::new());
        // Two chains of refinements may meet, so fields that were visited are skipped.
        let mut seen = FxHashSet::default();
        std::iter::from_fn(move || {
            let field = next.take().or_else(|| pending.pop())?;
            let merged = field.narrower_type_field().filter(|id| seen.insert(*id));
            let inherited = field
                .inherited()
                .filter(|_| !field.record.replaces())
                .filter(|id| field.narrower_type_field().is_none() && seen.is_empty() || seen.insert(*id));
            // Most fields refine nothing or one field, which needs no list.
            match (merged, inherited) {
                (merged, Some(inherited)) => {
                    pending.extend(merged.map(|id| types.field(id)));
                    next = Some(types.field(inherited));
                }
                (Some(merged), None) => next = Some(types.field(merged)),
                (None, None) => {}
            }
            Some(field)
        })
    }

    /// Returns the values of a keyname in the definitions of the field, nearest first.
    pub fn each(self, keyname: impl Fn(&Parts<'m>) -> Option<NodeId>) -> impl Iterator<Item = YamlNode<'m>> {
        self.layers().filter_map(move |layer| Some(layer.tree().node(keyname(&layer.parts())?)))
    }

    /// Returns the definitions of the field that have a map of keynames, nearest first.
    pub fn definitions(self) -> impl Iterator<Item = YamlNode<'m>> {
        self.each(|parts| parts.node)
    }

    /// Returns its validation clauses, nearest first.
    pub fn clauses(self) -> impl Iterator<Item = YamlNode<'m>> {
        self.each(|parts| parts.validation)
    }

    /// Returns the key schemas of its definitions, nearest first.
    pub fn key_schemas(self) -> impl Iterator<Item = Schema<'m>> {
        self.layers().filter_map(|layer| layer.own_definition().key_schema)
    }

    /// Returns the entry schemas of its definitions, nearest first.
    pub fn entry_schemas(self) -> impl Iterator<Item = Schema<'m>> {
        self.layers().filter_map(|layer| layer.own_definition().entry_schema)
    }

    /// Returns the nearest description.
    #[must_use]
    pub fn description(self) -> Option<YamlNode<'m>> {
        self.each(|parts| parts.description).next()
    }

    /// Returns the nearest metadata.
    #[must_use]
    pub fn metadata(self) -> Option<YamlNode<'m>> {
        self.each(|parts| parts.metadata).next()
    }

    /// Returns the key of its first definition.
    #[must_use]
    pub fn first_key(self) -> YamlNode<'m> {
        self.layers().last().unwrap_or(self).key()
    }

    /// Whether its type replaces the type of the field that it refines, and with it the rest of the definition.
    #[must_use]
    pub fn replaces_inherited(self) -> bool {
        self.record.replaces()
    }

    /// Returns the keynames of this declaration alone.
    #[must_use]
    pub fn own_definition(self) -> Effective<'m> {
        let (tree, parts) = (self.tree(), self.parts());
        let schema = |definition| Schema { tree, definition };
        Effective {
            data_type: parts.data_type.map(|node| tree.node(node)),
            required: parts.required.map(|required| (required.value, tree.node(required.node))),
            default: parts.default.map(|node| tree.node(node)),
            value: parts.value.map(|node| tree.node(node)),
            mapping: parts.mapping.map(|node| tree.node(node)),
            key_schema: parts.key_schema.map(schema),
            entry_schema: parts.entry_schema.map(schema),
        }
    }
}

impl<'m> CapabilityView<'m> {
    /// Returns the definition, or `None` if it could not be read.
    #[must_use]
    pub fn written(self) -> Option<&'m CapabilityDefinition> {
        self.record.written.as_deref()
    }

    /// Returns the nearest list of node types that may use it.
    #[must_use]
    pub fn valid_source_node_types(self) -> Option<YamlNode<'m>> {
        self.record.valid_source_node_types.map(|list| self.node(list))
    }

    /// Returns the nearest list of relationship types that may target it.
    #[must_use]
    pub fn valid_relationship_types(self) -> Option<YamlNode<'m>> {
        self.record.valid_relationship_types.map(|list| self.node(list))
    }
}

impl<'m> RequirementView<'m> {
    /// Returns the definition.
    #[must_use]
    pub fn written(self) -> &'m RequirementDefinition {
        &self.record.written
    }

    /// Returns its relationship definition in the long notation, if there is one.
    #[must_use]
    pub fn written_relationship(self) -> Option<&'m RelationshipDefinition> {
        self.record.relationship.written.as_deref()
    }
}

impl<'m> InterfaceView<'m> {
    /// Returns the definition, or `None` if it could not be read.
    #[must_use]
    pub fn written(self) -> Option<&'m InterfaceDefinition> {
        self.record.written.as_deref()
    }

    /// Returns the node that names the narrower type, for interfaces that exist only because of it.
    #[must_use]
    pub fn narrower_type_node(self) -> Option<YamlNode<'m>> {
        self.record.narrower_type_node.map(|node| self.node(node))
    }
}

impl<'m> OperationView<'m> {
    /// Returns the definition.
    #[must_use]
    pub fn written(self) -> &'m DeclaredOperation {
        &self.record.written
    }

    /// Returns the node that names the narrower type, for operations that exist only because of it.
    #[must_use]
    pub fn narrower_type_node(self) -> Option<YamlNode<'m>> {
        self.record.narrower_type_node.map(|node| self.node(node))
    }

    /// Returns the operation that gives the implementation.
    #[must_use]
    pub fn implemented_by(self) -> Option<OperationId> {
        self.record.implementation
    }

    /// Returns the nearest implementation; implementations are not merged (11.4-10).
    #[must_use]
    pub fn implementation(self) -> Option<(&'m File, &'m ImplementationDefinition)> {
        let id = self.record.implementation?;
        let written = self.resolver.operation(id).record().written.implementation()?;
        Some((self.resolver.graph.file(id.owner().file), written))
    }
}

impl<'m> ArtifactView<'m> {
    /// Returns the definition and its file, or `None` if it could not be read.
    #[must_use]
    pub fn written(self) -> Option<(&'m File, &'m ArtifactDefinition)> {
        Some((self.resolver.graph.file(self.record.key.file), self.record.written.as_deref()?))
    }
}

impl<'m> TriggerView<'m> {
    /// Returns the definition and its file, or `None` if it could not be read.
    #[must_use]
    pub fn written(self) -> Option<(&'m File, &'m TriggerDefinition)> {
        Some((self.resolver.graph.file(self.record.key.file), self.record.written.as_deref()?))
    }
}

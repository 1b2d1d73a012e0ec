//! Records of types together with the types that they belong to: a record holds ids and places, a view
//! answers with what they lead to.

use rustc_hash::FxHashSet;

use crate::load::File;
use crate::model::{Holder, Keyed, Truth, View};
use crate::syntax::{
    ArtifactDefinition, CapabilityDefinition, ImplementationDefinition, InterfaceDefinition,
    RelationshipDefinition, RequirementDefinition, TriggerDefinition,
};
use crate::yaml::{Node, NodeId, SourceNode};

use super::field::{Declared, Effective, Field, Parts, Schema};
use super::ids::{FieldId, MemberId, Part, Record};
use super::members::{
    Artifact, Capability, DeclaredOperation, Interface, Members, Operation, Requirement, Trigger,
};
use super::store::{Body, Type, TypeRef, Types};

/// A type with what its ids lead to.
pub type TypeView<'m> = View<'m, &'m Types, Type>;
/// A field with what its ids lead to.
pub type FieldView<'m> = View<'m, &'m Types, Field>;
/// A capability with what its ids lead to.
pub type CapabilityView<'m> = View<'m, &'m Types, Capability>;
/// A requirement with what its ids lead to.
pub type RequirementView<'m> = View<'m, &'m Types, Requirement>;
/// An interface with what its ids lead to.
pub type InterfaceView<'m> = View<'m, &'m Types, Interface>;
/// An artifact of a node type with its definition.
pub type ArtifactView<'m> = View<'m, &'m Types, Artifact>;
/// A trigger of a policy type with its definition.
pub type TriggerView<'m> = View<'m, &'m Types, Trigger>;
/// An operation or notification with what its ids lead to.
pub type OperationView<'m> = View<'m, &'m Types, Operation>;

impl Keyed for Type {
    fn source(&self) -> SourceNode {
        self.key
    }
}

impl<'m> Holder<'m> for &'m Types {
    fn source_node(self, node: SourceNode) -> Node<'m> {
        self.node(node)
    }
}

impl<'m, T> View<'m, &'m Types, T> {
    fn node(self, node: SourceNode) -> Node<'m> {
        self.holder.node(node)
    }
}

impl<'m> TypeView<'m> {
    /// The definition.
    #[must_use]
    pub fn body(self) -> &'m Body {
        &self.record.body
    }

    /// The members that it writes itself.
    #[must_use]
    pub fn members(self) -> &'m Members {
        &self.record.members
    }

    /// Records of it with what their ids lead to.
    fn views<T>(
        self,
        records: &'m [T],
    ) -> impl ExactSizeIterator<Item = View<'m, &'m Types, T>> + DoubleEndedIterator + Clone {
        records.iter().map(move |record| View::new(self.holder, record))
    }

    /// The ids of all records of a kind that it writes itself, those of capabilities and the like included.
    #[must_use]
    pub fn own_ids<T: Record>(self) -> impl ExactSizeIterator<Item = MemberId<T>> {
        let owner = self.record.id;
        (0..T::list(&self.record.members).len()).map(move |index| MemberId::new(owner, index))
    }

    /// All fields that it writes itself, those of capabilities and the like included.
    #[must_use]
    pub fn own_fields(self) -> impl ExactSizeIterator<Item = FieldView<'m>> + DoubleEndedIterator + Clone {
        self.views(&self.record.members.fields)
    }

    /// Some of the records that it has.
    #[must_use]
    pub fn records_in<T: Record>(
        self,
        part: Part<T>,
    ) -> impl ExactSizeIterator<Item = View<'m, &'m Types, T>> + DoubleEndedIterator + Clone {
        self.views(part.of(T::list(&self.record.members)))
    }

    /// The capabilities that it writes itself.
    #[must_use]
    pub fn own_capabilities(self) -> impl ExactSizeIterator<Item = CapabilityView<'m>> {
        self.views(&self.record.members.capabilities)
    }

    /// The requirements that it writes itself.
    #[must_use]
    pub fn own_requirements(self) -> impl ExactSizeIterator<Item = RequirementView<'m>> {
        self.views(&self.record.members.requirements)
    }

    /// All operations and notifications that it writes itself, those of its interfaces included.
    #[must_use]
    pub fn own_operations(self) -> impl ExactSizeIterator<Item = OperationView<'m>> {
        self.views(&self.record.members.operations)
    }
}

impl<'m> FieldView<'m> {
    /// What is written here.
    #[must_use]
    pub fn written(self) -> &'m Declared {
        &self.record.written
    }

    /// The keynames that are written here.
    #[must_use]
    pub fn parts(self) -> Parts<'m> {
        self.record.written.parts()
    }

    /// What the name of the data type means that is written here.
    #[must_use]
    pub fn written_type(self) -> Option<TypeRef> {
        self.parts().data_type.map(|name| self.holder.meaning(self.tree().node(name)))
    }

    /// Where the narrower type is named, for fields that are there because of it alone.
    #[must_use]
    pub fn again(self) -> Option<Node<'m>> {
        self.record.place().map(|place| self.node(place))
    }

    /// What all definitions of the field make of it here.
    #[must_use]
    pub fn effective(self) -> Effective<'m> {
        let Some(layers) = self.record.layers() else { return self.own() };
        let layer = |id: Option<FieldId>| id.map(|id| self.holder.field(id).own());
        Effective {
            data_type: layer(layers.data_type).and_then(|own| own.data_type),
            required: layer(layers.required).and_then(|own| own.required),
            default: layer(layers.default).and_then(|own| own.default),
            value: layer(layers.value).and_then(|own| own.value),
            mapping: layer(layers.mapping).and_then(|own| own.mapping),
            key_schema: layer(layers.key_schema).and_then(|own| own.key_schema),
            entry_schema: layer(layers.entry_schema).and_then(|own| own.entry_schema),
        }
    }

    /// Whether a value must be given: true unless something says otherwise (§9.4).
    #[must_use]
    pub fn is_required(self) -> bool {
        let required = match self.record.layers() {
            Some(layers) => layers.required.and_then(|id| self.holder.field(id).written.required()),
            None => self.record.written.required(),
        };
        required.is_none_or(|required| required.value)
    }

    /// Whether whoever uses the type must give a value: it is required, and nothing else gives one. Unknown
    /// where the definition, or what it refines, could not be read whole.
    #[must_use]
    pub fn value_needed(self) -> Truth {
        let effective = self.effective();
        if !self.is_required() || effective.value.is_some() || effective.default.is_some() {
            return Truth::No;
        }
        let is_unread = matches!(self.record.written, Declared::Unreadable) && self.again().is_none();
        if is_unread || self.data_type == Some(TypeRef::Unknown) || self.has_strangers() {
            return Truth::Unknown;
        }
        Truth::Yes
    }

    /// The field and those that it refines, nearest first.
    pub fn layers(self) -> impl Iterator<Item = FieldView<'m>> {
        let types = self.holder;
        let mut waiting = vec![self];
        // Two ways up may meet: each field counts once.
        let mut seen = FxHashSet::default();
        std::iter::from_fn(move || {
            let field = waiting.pop()?;
            let also = field.also().filter(|id| seen.insert(*id));
            let inherited =
                field.inherited.filter(|id| field.also().is_none() && seen.is_empty() || seen.insert(*id));
            waiting.extend(also.into_iter().chain(inherited).map(|id| types.field(id)));
            Some(field)
        })
    }

    /// The values of a keyname in the definitions of the field, nearest first.
    pub fn each(self, keyname: impl Fn(&Parts<'m>) -> Option<NodeId>) -> impl Iterator<Item = Node<'m>> {
        self.layers().filter_map(move |layer| Some(layer.tree().node(keyname(&layer.parts())?)))
    }

    /// The definitions of the field that have a map of keynames, nearest first.
    pub fn definitions(self) -> impl Iterator<Item = Node<'m>> {
        self.each(|parts| parts.node)
    }

    /// The conditions on its values, nearest first.
    pub fn clauses(self) -> impl Iterator<Item = Node<'m>> {
        self.each(|parts| parts.validation)
    }

    /// The schemas that its definitions give for keys, nearest first.
    pub fn key_schemas(self) -> impl Iterator<Item = Schema<'m>> {
        self.layers().filter_map(|layer| layer.own().key_schema)
    }

    /// The schemas that its definitions give for entries, nearest first.
    pub fn entry_schemas(self) -> impl Iterator<Item = Schema<'m>> {
        self.layers().filter_map(|layer| layer.own().entry_schema)
    }

    /// What it is for, as the nearest definition says it.
    #[must_use]
    pub fn description(self) -> Option<Node<'m>> {
        self.each(|parts| parts.description).next()
    }

    /// Free information, as the nearest definition gives it.
    #[must_use]
    pub fn metadata(self) -> Option<Node<'m>> {
        self.each(|parts| parts.metadata).next()
    }

    /// The key that names it where it is first defined.
    #[must_use]
    pub fn first_key(self) -> Node<'m> {
        self.layers().last().unwrap_or(self).key()
    }

    /// What is written here alone.
    fn own(self) -> Effective<'m> {
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
    /// The definition; `None` where it could not be read.
    #[must_use]
    pub fn written(self) -> Option<&'m CapabilityDefinition> {
        self.record.written.as_deref()
    }

    /// The nearest list of node types that may use it.
    #[must_use]
    pub fn valid_source_node_types(self) -> Option<Node<'m>> {
        self.record.valid_source_node_types.map(|list| self.node(list))
    }

    /// The nearest list of relationship types that may lead to it.
    #[must_use]
    pub fn valid_relationship_types(self) -> Option<Node<'m>> {
        self.record.valid_relationship_types.map(|list| self.node(list))
    }
}

impl<'m> RequirementView<'m> {
    /// The definition.
    #[must_use]
    pub fn written(self) -> &'m RequirementDefinition {
        &self.record.written
    }

    /// The long form of its relationship, where that is written here.
    #[must_use]
    pub fn written_relationship(self) -> Option<&'m RelationshipDefinition> {
        self.record.relationship.written.as_deref()
    }
}

impl<'m> InterfaceView<'m> {
    /// The definition; `None` where it could not be read.
    #[must_use]
    pub fn written(self) -> Option<&'m InterfaceDefinition> {
        self.record.written.as_deref()
    }

    /// Where the narrower type is named, for interfaces that are there because of it alone.
    #[must_use]
    pub fn again(self) -> Option<Node<'m>> {
        self.record.again.map(|again| self.node(again))
    }
}

impl<'m> OperationView<'m> {
    /// The definition.
    #[must_use]
    pub fn written(self) -> &'m DeclaredOperation {
        &self.record.written
    }

    /// Where the narrower type is named, for operations that are there because of it alone.
    #[must_use]
    pub fn again(self) -> Option<Node<'m>> {
        self.record.again.map(|again| self.node(again))
    }

    /// The nearest implementation, whole (11.4-10).
    #[must_use]
    pub fn implementation(self) -> Option<(&'m File, &'m ImplementationDefinition)> {
        let id = self.record.implementation?;
        let written = self.holder.operation(id).record().written.implementation()?;
        Some((self.holder.graph.file(id.owner().file), written))
    }
}

impl<'m> ArtifactView<'m> {
    /// The definition and its file; none where it could not be read.
    #[must_use]
    pub fn written(self) -> Option<(&'m File, &'m ArtifactDefinition)> {
        Some((self.holder.graph.file(self.record.key.file), self.record.written.as_deref()?))
    }
}

impl<'m> TriggerView<'m> {
    /// The definition and its file; none where it could not be read.
    #[must_use]
    pub fn written(self) -> Option<(&'m File, &'m TriggerDefinition)> {
        Some((self.holder.graph.file(self.record.key.file), self.record.written.as_deref()?))
    }
}

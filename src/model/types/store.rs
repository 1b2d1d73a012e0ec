//! Types and what is known of them.

use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

use crate::base::{FileId, IndexVec, Place as _, places};
use crate::expressions::Expressions;
use crate::keynames::{NameKind, Slot};
pub use crate::literals::BuiltIn;
use crate::load::{File, FileGraph};
use crate::model::Truth;
use crate::resolve::{Definition, DefinitionId, Meaning, Names};
use crate::syntax::{
    ArtifactType, CapabilityType, DataType, GroupType, InterfaceType, NodeType, PolicyType, RelationshipType,
};
use crate::yaml::{Node, NodeId, SourceNode};

use super::members::Members;
use super::parameters::Parameters;
use super::tables::Tables;
use super::units::UnitTables;
use super::view::TypeView;
use crate::model::View;

/// What the name of a type means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TypeRef {
    /// A type of some file.
    Defined(DefinitionId),
    /// A data type of the standard.
    BuiltIn(BuiltIn),
    /// Something that is not known; that was told, or a failure elsewhere hides it.
    Unknown,
}

/// The definition of a type as it is written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Body {
    /// §12.1
    Artifact(Arc<ArtifactType>),
    /// §9.2
    Data(Arc<DataType>),
    /// §8.1
    Capability(Arc<CapabilityType>),
    /// §11.1
    Interface(Arc<InterfaceType>),
    /// §7.3
    Relationship(Arc<RelationshipType>),
    /// §7.1
    Node(Arc<NodeType>),
    /// §16.1
    Group(Arc<GroupType>),
    /// §16.3
    Policy(Arc<PolicyType>),
    /// It could not be read.
    Unreadable,
}

/// The name of a type and what it means.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TypeUse {
    /// What it means.
    pub meaning: TypeRef,
    /// Where it is written.
    pub node: SourceNode,
}

/// A type: its place in the hierarchy, and what it defines itself.
#[derive(Debug)]
#[non_exhaustive]
pub struct Type {
    /// Its id.
    pub id: DefinitionId,
    /// Its kind.
    pub kind: NameKind,
    /// The key that names it.
    pub key: SourceNode,
    /// Its definition.
    pub body: Body,
    /// What it is derived from; none where it starts a hierarchy.
    pub parent: Option<TypeUse>,
    /// Whether some of what it inherits is not known.
    pub is_open: bool,
    /// The data type of the standard at the top of the hierarchy.
    pub built_in: Option<BuiltIn>,
    /// Numbers of this type and of the one after its last descendant, in an order of all types.
    pub(super) extent: (u32, u32),
    /// What it defines.
    pub members: Members,
    /// Its members by name, as far as somebody asked.
    pub(super) tables: OnceLock<Box<Tables>>,
}

impl Type {
    pub(super) fn tables(&self) -> &Tables {
        self.tables.get_or_init(Box::default)
    }
}

places! {
    /// The number of a type among all.
    pub(super) TypeNumber;
}

/// All types of a run.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Types {
    /// The files.
    pub graph: Arc<FileGraph>,
    /// What their names mean.
    pub names: Arc<Names>,
    /// The calls in their values.
    pub expressions: Arc<Expressions>,
    /// All types, by file and number in the file.
    pub(super) all: IndexVec<TypeNumber, Type>,
    /// For each file, the number of types in those before it.
    pub(super) first: IndexVec<FileId, usize>,
    /// The types by the nodes that name them, made at the first use.
    pub(super) by_key: OnceLock<FxHashMap<SourceNode, DefinitionId>>,
    /// The inputs and outputs of service templates and workflows.
    pub(super) parameters: Parameters,
    /// Their units.
    pub(super) units: OnceLock<UnitTables>,
}

impl Types {
    /// All types, by file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = TypeView<'_>> {
        self.all.as_slice().iter().map(move |of| View::new(self, of))
    }

    /// The types that `file` defines.
    #[must_use]
    pub fn of_file(&self, file: FileId) -> impl ExactSizeIterator<Item = TypeView<'_>> {
        let (start, end) = (*self.first.at(file), *self.first.at(FileId::from_index(file.index() + 1)));
        let types = self.all.as_slice().get(start..end).unwrap_or_default();
        types.iter().map(move |of| View::new(self, of))
    }

    /// The node at a place.
    #[must_use]
    pub fn node(&self, node: SourceNode) -> Node<'_> {
        self.graph.node(node)
    }

    pub(super) fn number(&self, id: DefinitionId) -> TypeNumber {
        TypeNumber::from_index(self.first.at(id.file) + id.index as usize)
    }

    /// The type `id`, which must be one.
    #[must_use]
    pub fn get(&self, id: DefinitionId) -> TypeView<'_> {
        View::new(self, self.record(id))
    }

    pub(super) fn record(&self, id: DefinitionId) -> &Type {
        self.all.at(self.number(id))
    }

    /// The type that the key at `node` defines.
    #[must_use]
    pub fn at_key(&self, node: Node<'_>) -> Option<DefinitionId> {
        let by_key = self.by_key.get_or_init(|| self.iter().map(|of| (of.key, of.id)).collect());
        by_key.get(&node.source()).copied()
    }

    /// The type that a name means, where it is a defined one.
    #[must_use]
    pub fn defined(&self, meaning: TypeRef) -> Option<TypeView<'_>> {
        match meaning {
            TypeRef::Defined(id) => Some(self.get(id)),
            TypeRef::BuiltIn(_) | TypeRef::Unknown => None,
        }
    }

    /// What the name of a type at `node` means.
    #[must_use]
    pub fn meaning(&self, node: Node<'_>) -> TypeRef {
        meaning(&self.names, node)
    }

    /// A name of a type with its meaning.
    #[must_use]
    pub fn type_use(&self, node: Node<'_>) -> TypeUse {
        TypeUse { meaning: self.meaning(node), node: node.source() }
    }

    /// The parent of a type, where it is a defined one.
    #[must_use]
    pub fn parent(&self, of: &Type) -> Option<TypeView<'_>> {
        self.defined(of.parent?.meaning)
    }

    /// The type and its ancestors, nearest first.
    pub fn lineage<'m>(&'m self, of: TypeView<'m>) -> impl Iterator<Item = TypeView<'m>> {
        std::iter::successors(Some(of), move |of| self.parent(of))
    }

    /// Whether `one` equals `other` or derives from it.
    #[must_use]
    pub fn relation(&self, one: TypeRef, other: TypeRef) -> Truth {
        match (one, other) {
            (TypeRef::Unknown, _) | (_, TypeRef::Unknown) => Truth::Unknown,
            (TypeRef::Defined(one), TypeRef::Defined(other)) => {
                let (one, other) = (self.record(one), self.record(other));
                let inside = (other.extent.0..other.extent.1).contains(&one.extent.0);
                match (inside, one.is_open) {
                    (true, _) => Truth::Yes,
                    (false, true) if one.kind == other.kind => Truth::Unknown,
                    (false, _) => Truth::No,
                }
            }
            (TypeRef::Defined(one), TypeRef::BuiltIn(other)) => {
                let one = self.get(one);
                match one.built_in {
                    Some(built_in) if built_in == other => Truth::Yes,
                    _ if one.is_open => Truth::Unknown,
                    _ => Truth::No,
                }
            }
            (TypeRef::BuiltIn(one), TypeRef::BuiltIn(other)) if one == other => Truth::Yes,
            (TypeRef::BuiltIn(_), _) => Truth::No,
        }
    }

    /// Whether one of two types equals the other or derives from it, either way; true where that is open.
    #[must_use]
    pub fn could_meet(&self, one: TypeRef, other: TypeRef) -> bool {
        self.relation(one, other) != Truth::No || self.relation(other, one) != Truth::No
    }

    /// The data type of the standard that a data type is, or derives from.
    #[must_use]
    pub fn built_in(&self, data_type: TypeRef) -> Option<BuiltIn> {
        match data_type {
            TypeRef::BuiltIn(built_in) => Some(built_in),
            TypeRef::Defined(id) => self.get(id).built_in,
            TypeRef::Unknown => None,
        }
    }

    /// Whether values of a data type are of `kinds` of the standard.
    #[must_use]
    pub fn is_one_of(&self, data_type: TypeRef, kinds: &[BuiltIn]) -> Truth {
        match (data_type, self.built_in(data_type)) {
            (_, Some(built_in)) if kinds.contains(&built_in) => Truth::Yes,
            (_, Some(_)) => Truth::No,
            (TypeRef::Defined(id), None) if !self.get(id).is_open => Truth::No,
            _ => Truth::Unknown,
        }
    }

    /// The name of a type for people.
    #[must_use]
    pub fn name(&self, meaning: TypeRef) -> &str {
        match meaning {
            TypeRef::Defined(id) => self.get(id).name(),
            TypeRef::BuiltIn(built_in) => built_in.name(),
            TypeRef::Unknown => "an unknown type",
        }
    }
}

/// What the name of a type at `node` means.
pub(super) fn meaning(names: &Names, node: Node<'_>) -> TypeRef {
    match names.meaning(node.tree().file(), node.id()) {
        Some(Meaning::Definition(id)) => TypeRef::Defined(id),
        Some(Meaning::BuiltInType(built_in)) => TypeRef::BuiltIn(built_in),
        _ => TypeRef::Unknown,
    }
}

impl Body {
    /// The body of a definition, where it is a type that could be read.
    pub(super) fn of(file: &File, definition: &Definition) -> Body {
        let (Some(root), Some(entry)) = (file.syntax(), definition.entry) else {
            return Body::Unreadable;
        };
        let at = entry as usize;
        macro_rules! body {
            ($section:ident, $variant:ident) => {
                root.$section
                    .as_ref()
                    .and_then(|map| map.entries.get(at))
                    .map(|(_, body)| Body::$variant(Arc::clone(body)))
            };
        }
        let body = match definition.kind {
            NameKind::ArtifactType => body!(artifact_types, Artifact),
            NameKind::DataType => body!(data_types, Data),
            NameKind::CapabilityType => body!(capability_types, Capability),
            NameKind::InterfaceType => body!(interface_types, Interface),
            NameKind::RelationshipType => body!(relationship_types, Relationship),
            NameKind::NodeType => body!(node_types, Node),
            NameKind::GroupType => body!(group_types, Group),
            NameKind::PolicyType => body!(policy_types, Policy),
            _ => None,
        };
        body.unwrap_or(Body::Unreadable)
    }

    /// The name of the parent, as far as it is known.
    pub(super) fn derived_from(&self) -> Slot<NodeId> {
        macro_rules! parts {
            ($($variant:ident),*) => {
                match self {
                    $( Body::$variant(body) => body.derived_from().map(|name| name.node), )*
                    Body::Unreadable => Slot::Unreadable,
                }
            };
        }
        parts!(Artifact, Data, Capability, Interface, Relationship, Node, Group, Policy)
    }
}

//! The store of all types, and relations between them.

use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

use crate::base::{DenseId as _, FileId, IndexVec, dense_ids};
use crate::expressions::Expressions;
use crate::keynames::{Entity as _, NameKind, Slot};
pub use crate::literals::BuiltIn;
use crate::load::{File, FileGraph};
use crate::model::Truth;
use crate::resolve::{Definition, DefinitionId, Meaning, Names};
use crate::syntax::{
    ArtifactType, CapabilityType, DataType, GroupType, InterfaceType, NodeType, PolicyType, RelationshipType,
};
use crate::yaml::{NodeId, SourceNode, Tree, YamlNode};

use super::copies::Copies;
use super::deep::DeepMembers;
use super::ids::Section;
use super::members::Members;
use super::parameters::Parameters;
use super::tables::Tables;
use super::units::UnitTables;
use super::view::TypeView;
use crate::model::View;

/// The meaning of the name of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TypeRef {
    /// A type that a file defines.
    Defined(DefinitionId),
    /// A built-in data type.
    BuiltIn(BuiltIn),
    /// Unknown: the name was reported, or a failure elsewhere may hide its definition.
    Unknown,
}

/// The parsed definition of a type.
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
    /// A definition that could not be read.
    Unreadable,
}

/// The name of a type and its meaning.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TypeUse {
    /// The meaning.
    pub meaning: TypeRef,
    /// The node of the name.
    pub node: SourceNode,
}

/// A type: its position in the hierarchy, and the members that it defines itself.
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
    /// The type that it is derived from, or `None` at the top of a hierarchy.
    pub parent: Option<TypeUse>,
    /// Whether it may have or inherit members that are not known.
    pub is_incomplete: bool,
    /// Whether it may have ancestors that are not known.
    pub has_unknown_ancestor: bool,
    /// The sections that may have definitions which are not known.
    pub(super) hides: HiddenSections,
    /// Whether it has keynames of scalar types, but is not one: it is not known what it was meant to be.
    pub is_scalar_without_ancestor: bool,
    /// The built-in data type at the top of the hierarchy.
    pub built_in: Option<BuiltIn>,
    /// The range of numbers of this type and its descendants, in an order of all types.
    pub(super) extent: (u32, u32),
    /// The members that it defines.
    pub members: Members,
    /// Its members by name, built at the first use.
    pub(super) tables: OnceLock<Box<Tables>>,
}

impl Type {
    pub(super) fn tables(&self) -> &Tables {
        self.tables.get_or_init(Box::default)
    }

    /// Whether the section of this type may refine any inherited member: what that means for this type and those
    /// derived from it is unknown.
    pub(super) fn hides(&self, section: impl Section) -> bool {
        self.hides.contains(section.keyname())
    }
}

dense_ids! {
    /// The index of a type in the list of all types.
    pub(super) TypeNumber;
}

/// The keynames of the sections of types that define members.
const SECTIONS: [&str; 10] = [
    "properties",
    "attributes",
    "capabilities",
    "requirements",
    "interfaces",
    "artifacts",
    "inputs",
    "operations",
    "notifications",
    "triggers",
];

/// Some of the sections: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HiddenSections(u16);

impl HiddenSections {
    fn contains(self, keyname: &str) -> bool {
        self.0 != 0
            && SECTIONS
                .iter()
                .position(|section| *section == keyname)
                .is_some_and(|index| self.0 & 1 << index != 0)
    }
}

/// All types of a run.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Types {
    /// The files.
    pub graph: Arc<FileGraph>,
    /// The meanings of their names.
    pub names: Arc<Names>,
    /// The calls in their values.
    pub expressions: Arc<Expressions>,
    /// All types, by file and index in the file.
    pub(super) all: IndexVec<TypeNumber, Type>,
    /// For each file, the number of types in all earlier files.
    pub(super) first: IndexVec<FileId, usize>,
    /// The types by the keys that name them, built at the first use.
    pub(super) by_key: OnceLock<FxHashMap<SourceNode, DefinitionId>>,
    /// The inputs and outputs of service templates and workflows.
    pub(super) parameters: Parameters,
    /// The units of scalar types.
    pub(super) units: OnceLock<UnitTables>,
    /// The members of deep hierarchies.
    pub(super) deep: DeepMembers,
    /// The copies of normative types in projects of TOSCA 1.x.
    pub(super) copies: Copies,
}

impl Types {
    /// Returns all types, by file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = TypeView<'_>> {
        self.all.as_slice().iter().map(move |ty| View::new(self, ty))
    }

    /// Returns the types that `file` defines.
    #[must_use]
    pub fn of_file(&self, file: FileId) -> impl ExactSizeIterator<Item = TypeView<'_>> {
        let (start, end) = (*self.first.at(file), *self.first.at(FileId::from_index(file.index() + 1)));
        let types = self.all.as_slice().get(start..end).unwrap_or_default();
        types.iter().map(move |ty| View::new(self, ty))
    }

    /// Returns a node of any file.
    #[must_use]
    pub fn node(&self, node: SourceNode) -> YamlNode<'_> {
        self.graph.node(node)
    }

    pub(super) fn number(&self, id: DefinitionId) -> TypeNumber {
        TypeNumber::from_index(self.first.at(id.file) + id.index as usize)
    }

    /// Returns the type `id`, which must be a type.
    #[must_use]
    pub fn get(&self, id: DefinitionId) -> TypeView<'_> {
        View::new(self, self.record(id))
    }

    pub(super) fn record(&self, id: DefinitionId) -> &Type {
        self.all.at(self.number(id))
    }

    /// Returns the type that the key `node` defines.
    #[must_use]
    pub fn at_key(&self, node: YamlNode<'_>) -> Option<DefinitionId> {
        let by_key = self.by_key.get_or_init(|| self.iter().map(|ty| (ty.key, ty.id)).collect());
        by_key.get(&node.source()).copied()
    }

    /// Returns the type, or `None` if it is built-in or not known.
    #[must_use]
    pub fn defined(&self, meaning: TypeRef) -> Option<TypeView<'_>> {
        match meaning {
            TypeRef::Defined(id) => Some(self.get(id)),
            TypeRef::BuiltIn(_) | TypeRef::Unknown => None,
        }
    }

    /// Returns the meaning of the name of a type at `node`.
    #[must_use]
    pub fn meaning(&self, node: YamlNode<'_>) -> TypeRef {
        meaning(&self.names, node)
    }

    /// Returns the name of a type with its meaning.
    #[must_use]
    pub fn type_use(&self, node: YamlNode<'_>) -> TypeUse {
        TypeUse { meaning: self.meaning(node), node: node.source() }
    }

    /// Returns the parent of a type, or `None` if it has none, or one that is built-in or not known.
    #[must_use]
    pub fn parent(&self, ty: &Type) -> Option<TypeView<'_>> {
        self.defined(ty.parent?.meaning)
    }

    /// Returns the type and its ancestors, nearest first.
    pub fn lineage<'m>(&'m self, ty: TypeView<'m>) -> impl Iterator<Item = TypeView<'m>> {
        std::iter::successors(Some(ty), move |ty| self.parent(ty))
    }

    /// Returns whether `ty` is `ancestor` or is derived from it.
    #[must_use]
    pub fn relation(&self, ty: TypeRef, ancestor: TypeRef) -> Truth {
        match (ty, ancestor) {
            (TypeRef::Unknown, _) | (_, TypeRef::Unknown) => Truth::Unknown,
            (TypeRef::Defined(ty), TypeRef::Defined(ancestor)) => {
                let (ty, ancestor) = (self.record(ty), self.record(ancestor));
                let inside = (ancestor.extent.0..ancestor.extent.1).contains(&ty.extent.0);
                match (inside, ty.has_unknown_ancestor) {
                    (true, _) => Truth::Yes,
                    (false, _) if self.is_copy_inside(ty, ancestor) => Truth::Yes,
                    (false, true) if ty.kind == ancestor.kind => Truth::Unknown,
                    (false, _) => Truth::No,
                }
            }
            (TypeRef::Defined(ty), TypeRef::BuiltIn(ancestor)) => {
                let ty = self.get(ty);
                match ty.built_in {
                    Some(built_in) if built_in == ancestor => Truth::Yes,
                    _ if ty.has_unknown_ancestor => Truth::Unknown,
                    _ => Truth::No,
                }
            }
            (TypeRef::BuiltIn(ty), TypeRef::BuiltIn(ancestor)) if ty == ancestor => Truth::Yes,
            (TypeRef::BuiltIn(_), _) => Truth::No,
        }
    }

    /// Whether one of `ty` and its ancestors is the same normative type as `ancestor`, in another copy.
    fn is_copy_inside(&self, ty: &Type, ancestor: &Type) -> bool {
        if self.copies.is_empty() || ty.kind != ancestor.kind {
            return false;
        }
        let original = |id: DefinitionId| self.original(TypeRef::Defined(id));
        self.lineage(View::new(self, ty)).any(|ty| original(ty.id) == original(ancestor.id))
    }

    /// Returns the normative type that a type is a copy of, or the type itself.
    #[must_use]
    pub fn original(&self, ty: TypeRef) -> TypeRef {
        match ty {
            TypeRef::Defined(id) => TypeRef::Defined(self.original_id(id)),
            other => other,
        }
    }

    /// Returns the id of the normative type that a type is a copy of, or its own.
    #[must_use]
    pub fn original_id(&self, id: DefinitionId) -> DefinitionId {
        self.copies.get(&id).copied().unwrap_or(id)
    }

    /// Returns whether two types are the same, or one is derived from the other; true if that is unknown.
    #[must_use]
    pub fn may_be_related(&self, first: TypeRef, second: TypeRef) -> bool {
        self.relation(first, second) != Truth::No || self.relation(second, first) != Truth::No
    }

    /// Returns the built-in data type that a data type is or is derived from.
    #[must_use]
    pub fn built_in(&self, data_type: TypeRef) -> Option<BuiltIn> {
        match data_type {
            TypeRef::BuiltIn(built_in) => Some(built_in),
            TypeRef::Defined(id) => self.get(id).built_in,
            TypeRef::Unknown => None,
        }
    }

    /// Returns whether a data type is one of the built-in `kinds`, or is derived from one.
    #[must_use]
    pub fn is_one_of(&self, data_type: TypeRef, kinds: &[BuiltIn]) -> Truth {
        match (data_type, self.built_in(data_type)) {
            (_, Some(built_in)) if kinds.contains(&built_in) => Truth::Yes,
            (_, Some(_)) => Truth::No,
            (TypeRef::Defined(id), None) if !self.get(id).has_unknown_ancestor => Truth::No,
            _ => Truth::Unknown,
        }
    }

    /// Returns the name of a type, for messages.
    #[must_use]
    pub fn name(&self, meaning: TypeRef) -> &str {
        match meaning {
            TypeRef::Defined(id) => self.get(id).name(),
            TypeRef::BuiltIn(built_in) => built_in.name(),
            TypeRef::Unknown => "an unknown type",
        }
    }
}

/// Returns the meaning of the name of a type at `node`.
pub(super) fn meaning(names: &Names, node: YamlNode<'_>) -> TypeRef {
    match names.meaning(node.tree().file(), node.id()) {
        Some(Meaning::Definition(id)) => TypeRef::Defined(id),
        Some(Meaning::BuiltInType(built_in)) => TypeRef::BuiltIn(built_in),
        _ => TypeRef::Unknown,
    }
}

impl Body {
    /// Returns the body of the definition of a type.
    pub(super) fn from_definition(file: &File, definition: &Definition) -> Body {
        let (Some(root), Some(entry)) = (file.syntax(), definition.entry) else {
            return Body::Unreadable;
        };
        let index = entry as usize;
        macro_rules! body {
            ($section:ident, $variant:ident) => {
                root.$section
                    .as_ref()
                    .and_then(|map| map.entries.get(index))
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

    /// Whether nothing of the definition could be read.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        matches!(self, Body::Unreadable)
    }

    /// Whether it is a data type without anything that says what its values are, which was reported.
    pub(super) fn is_empty_data_type(&self, tree: &Tree) -> bool {
        let Body::Data(body) = self else { return false };
        let has_properties =
            body.properties.as_ref().is_some_and(|map| tree.node(map.node).entries().next().is_some());
        body.derived_from.is_none() && !has_properties && body.units.is_none() && body.prefixes.is_none()
    }

    /// Whether it is a data type with keynames of scalar types.
    pub(super) fn has_scalar_keynames(&self) -> bool {
        let Body::Data(body) = self else { return false };
        body.units.is_some()
            || body.prefixes.is_some()
            || body.data_type.is_some()
            || body.canonical_unit.is_some()
    }

    /// Whether one of these sections of members could not be read as a whole, or an unknown keyname may be intended as
    /// one.
    fn may_hide(&self, sections: &[&str]) -> bool {
        macro_rules! parts {
            ($($variant:ident $entity:ident),*) => {
                match self {
                    $( Body::$variant(body) => {
                        body.unread.is_cut_short() || body.unread.may_hide($entity::meta(), sections)
                    } )*
                    Body::Unreadable => true,
                }
            };
        }
        let has_unread_requirement = match self {
            Body::Node(body) => sections.contains(&"requirements") && !body.requirements().is_complete(),
            _ => false,
        };
        has_unread_requirement
            || parts!(
                Artifact ArtifactType,
                Data DataType,
                Capability CapabilityType,
                Interface InterfaceType,
                Relationship RelationshipType,
                Node NodeType,
                Group GroupType,
                Policy PolicyType
            )
    }

    /// Whether a section of members could not be read as a whole, or an unknown keyname may be intended as one.
    pub(super) fn may_hide_members(&self) -> bool {
        self.may_hide(&SECTIONS)
    }

    /// Returns the sections of the definition `node` that may have members which are not known.
    pub(super) fn hidden_sections(&self, node: YamlNode<'_>) -> HiddenSections {
        let mut hidden = HiddenSections::default();
        for (index, section) in SECTIONS.iter().enumerate() {
            let is_broken = || node.is_broken() || node.get(section).is_some_and(YamlNode::is_broken);
            if self.may_hide(&[section]) || is_broken() {
                hidden.0 |= 1 << index;
            }
        }
        hidden
    }

    /// Returns the name of the parent.
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

    /// Returns the metadata.
    pub(super) fn metadata(&self) -> Option<NodeId> {
        macro_rules! parts {
            ($($variant:ident),*) => {
                match self {
                    $( Body::$variant(body) => body.metadata.map(|metadata| metadata.0), )*
                    Body::Unreadable => None,
                }
            };
        }
        parts!(Artifact, Data, Capability, Interface, Relationship, Node, Group, Policy)
    }
}

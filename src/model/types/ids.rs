//! Ids of members of types, and the sections that contain them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::num::NonZeroU32;

use crate::model::Keyed;
use crate::resolve::DefinitionId;
use crate::yaml::SourceNode;

use super::field::Field;
use super::members::{Artifact, Capability, Interface, Members, Operation, Requirement, Trigger};
use super::tables::{CachedMembers, Tables};

/// A member of a type: an index in the list of records `T` in the [`Members`] of the type.
pub struct MemberId<T> {
    owner: DefinitionId,
    position: NonZeroU32,
    record: PhantomData<fn() -> T>,
}

/// A property, attribute or parameter.
pub type FieldId = MemberId<Field>;
/// A capability of a node type.
pub type CapabilityId = MemberId<Capability>;
/// A requirement of a node type.
pub type RequirementId = MemberId<Requirement>;
/// An interface of a node type, relationship type or requirement.
pub type InterfaceId = MemberId<Interface>;
/// An operation or notification.
pub type OperationId = MemberId<Operation>;
/// An artifact of a node type.
pub type ArtifactId = MemberId<Artifact>;
/// A trigger of a policy type.
pub type TriggerId = MemberId<Trigger>;

const _: () = assert!(size_of::<Option<FieldId>>() == 12);

impl<T> MemberId<T> {
    pub(super) fn new(owner: DefinitionId, index: usize) -> Self {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        Self { owner, position: NonZeroU32::MIN.saturating_add(index), record: PhantomData }
    }

    /// Returns the type that has it.
    #[must_use]
    pub fn owner(self) -> DefinitionId {
        self.owner
    }

    /// Returns the record from the list of all records of its type.
    #[expect(clippy::indexing_slicing, reason = "an id is made for a record that its type has")]
    pub(super) fn record_in(self, list: &[T]) -> &T {
        &list[self.index()]
    }

    fn index(self) -> usize {
        self.position.get() as usize - 1
    }
}

impl<T> Clone for MemberId<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for MemberId<T> {}

impl<T> PartialEq for MemberId<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.owner, self.position) == (other.owner, other.position)
    }
}

impl<T> Eq for MemberId<T> {}

impl<T> Hash for MemberId<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.owner, self.position).hash(state);
    }
}

impl<T> fmt::Debug for MemberId<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}[{}]", self.owner, self.index())
    }
}

/// A range of records in a list of [`Members`].
pub struct Part<T> {
    start: u32,
    end: u32,
    record: PhantomData<fn() -> T>,
}

impl<T> Part<T> {
    pub(super) const NONE: Self = Self { start: 0, end: 0, record: PhantomData };

    pub(super) fn new(start: usize, end: usize) -> Self {
        let number = |index| u32::try_from(index).unwrap_or(u32::MAX);
        Self { start: number(start), end: number(end), record: PhantomData }
    }

    /// Returns whether it has no records.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    pub(super) fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Returns the ids of the records, which belong to `owner`.
    pub(crate) fn ids(
        self,
        owner: DefinitionId,
    ) -> impl ExactSizeIterator<Item = MemberId<T>> + DoubleEndedIterator + Clone {
        (self.start as usize..self.end as usize).map(move |index| MemberId::new(owner, index))
    }

    /// Returns the records from the list of all records of the type.
    pub(super) fn records_in(self, list: &[T]) -> &[T] {
        list.get(self.start as usize..self.end as usize).unwrap_or(&[])
    }
}

impl<T> Clone for Part<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Part<T> {}

impl<T> Default for Part<T> {
    fn default() -> Self {
        Self::new(0, 0)
    }
}

impl<T> fmt::Debug for Part<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.start..self.end).fmt(f)
    }
}

/// A record of which types have a list.
pub trait Record: Keyed + Sized + 'static {
    /// Returns the list of a type: members of the type, followed by those of its capabilities, interfaces and
    /// so on.
    fn list(members: &Members) -> &[Self];
}

macro_rules! records {
    ($($record:ident $list:ident $(in $part:ident)?;)*) => {
        $(
            impl Keyed for $record {
                fn source(&self) -> SourceNode {
                    self.key
                }
            }

            impl Record for $record {
                fn list(members: &Members) -> &[Self] {
                    &members$(.$part())?.$list
                }
            }
        )*
    };
}
records! {
    Field fields;
    Capability capabilities in further;
    Requirement requirements in further;
    Interface interfaces in further;
    Operation operations in further;
    Artifact artifacts in further;
    Trigger triggers in further;
}

/// A section of types with its own names.
pub trait Section: Copy + Eq + Hash + fmt::Debug {
    /// The record of a member.
    type Member: Record;

    /// Returns the name of such a member, for messages.
    fn noun(self) -> &'static str;

    /// Returns the keyname of the section.
    fn keyname(self) -> &'static str;

    /// Returns the members that a type itself defines.
    fn own_members(self, members: &Members) -> Part<Self::Member>;

    /// Returns the cache of all members of a type, own and inherited.
    fn cache(self, tables: &Tables) -> &CachedMembers<Self::Member>;
}

/// The sections of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fields {
    /// Properties.
    Properties,
    /// Attributes.
    Attributes,
    /// Inputs of an interface type.
    Inputs,
}

/// The sections of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operations {
    /// Operations of an interface type.
    Operations,
    /// Notifications of an interface type.
    Notifications,
}

/// Capabilities of a node type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capabilities;

/// Requirements of a node type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Requirements;

/// Interfaces of a node type or relationship type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interfaces;

/// Artifacts of a node type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Artifacts;

/// Triggers of a policy type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Triggers;

impl Section for Fields {
    type Member = Field;

    fn noun(self) -> &'static str {
        match self {
            Fields::Properties => "property",
            Fields::Attributes => "attribute",
            Fields::Inputs => "input",
        }
    }

    fn keyname(self) -> &'static str {
        match self {
            Fields::Properties => "properties",
            Fields::Attributes => "attributes",
            Fields::Inputs => "inputs",
        }
    }

    fn own_members(self, members: &Members) -> Part<Field> {
        match self {
            Fields::Properties => members.properties,
            Fields::Attributes => members.attributes,
            Fields::Inputs => members.further().inputs,
        }
    }

    fn cache(self, tables: &Tables) -> &CachedMembers<Field> {
        match self {
            Fields::Properties => &tables.properties,
            Fields::Attributes => &tables.attributes,
            Fields::Inputs => &tables.inputs,
        }
    }
}

impl Section for Operations {
    type Member = Operation;

    fn noun(self) -> &'static str {
        match self {
            Operations::Operations => "operation",
            Operations::Notifications => "notification",
        }
    }

    fn keyname(self) -> &'static str {
        match self {
            Operations::Operations => "operations",
            Operations::Notifications => "notifications",
        }
    }

    fn own_members(self, members: &Members) -> Part<Operation> {
        match self {
            Operations::Operations => members.further().own_operations,
            Operations::Notifications => members.further().own_notifications,
        }
    }

    fn cache(self, tables: &Tables) -> &CachedMembers<Operation> {
        match self {
            Operations::Operations => &tables.operations,
            Operations::Notifications => &tables.notifications,
        }
    }
}

impl Section for Interfaces {
    type Member = Interface;

    fn noun(self) -> &'static str {
        "interface"
    }

    fn keyname(self) -> &'static str {
        "interfaces"
    }

    fn own_members(self, members: &Members) -> Part<Interface> {
        members.further().own_interfaces
    }

    fn cache(self, tables: &Tables) -> &CachedMembers<Interface> {
        &tables.interfaces
    }
}

/// Implements [`Section`] for sections that have a separate list.
macro_rules! sections {
    ($($section:ident $member:ident $noun:literal $list:ident;)*) => {
        $( impl Section for $section {
            type Member = $member;

            fn noun(self) -> &'static str {
                $noun
            }

            fn keyname(self) -> &'static str {
                stringify!($list)
            }

            fn own_members(self, members: &Members) -> Part<$member> {
                Part::new(0, members.further().$list.len())
            }

            fn cache(self, tables: &Tables) -> &CachedMembers<$member> {
                &tables.$list
            }
        } )*
    };
}
sections! {
    Capabilities Capability "capability" capabilities;
    Requirements Requirement "requirement" requirements;
    Artifacts Artifact "artifact" artifacts;
    Triggers Trigger "trigger" triggers;
}

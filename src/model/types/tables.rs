//! Tables of members: what a type, capability, relationship, interface or operation has in all, each member
//! as the nearest definition has it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::resolve::DefinitionId;
use crate::yaml::Node;

use super::ids::{MemberId, Part, Record, Section};
use super::store::{Type, Types};
use super::view::TypeView;

/// Tables with so many members are looked up by an index.
const MANY: usize = 12;

/// The tables of types with more ancestors are made for each use: to keep those of a hierarchy without
/// bound would cost memory in the square of its depth.
const MOST_ANCESTORS: usize = 64;

/// The tables of one type, made at the first use.
#[derive(Debug, Default)]
pub struct Tables {
    pub(super) properties: Kept<super::Field>,
    pub(super) attributes: Kept<super::Field>,
    pub(super) inputs: Kept<super::Field>,
    pub(super) capabilities: Kept<super::Capability>,
    pub(super) requirements: Kept<super::Requirement>,
    pub(super) interfaces: Kept<super::Interface>,
    pub(super) operations: Kept<super::Operation>,
    pub(super) notifications: Kept<super::Operation>,
    pub(super) artifacts: Kept<super::Artifact>,
    pub(super) triggers: Kept<super::Trigger>,
}

/// The members of one section of a type.
#[derive(Debug)]
pub struct Kept<T> {
    /// Those that it writes itself in the order of their names, where they are many.
    own: OnceLock<Box<[MemberId<T>]>>,
    /// All that it has.
    all: OnceLock<Names<T>>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { own: OnceLock::new(), all: OnceLock::new() }
    }
}

/// Members of different names, in order.
#[derive(Debug)]
struct Names<T> {
    ids: Box<[MemberId<T>]>,
    /// The same in the order of their names, where they are many.
    by_name: Box<[MemberId<T>]>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self { ids: Box::default(), by_name: Box::default() }
    }
}

impl<T: Record> Names<T> {
    fn new(types: &Types, ids: Box<[MemberId<T>]>) -> Self {
        let by_name = if ids.len() > MANY { types.by_name(ids.iter().copied()) } else { Box::default() };
        Self { ids, by_name }
    }
}

/// Members by name, in order, each as the nearest definition has it: inherited ones first, in the order in
/// which the ancestors define them.
pub struct Table<'m, T> {
    types: &'m Types,
    names: Shared<'m, T>,
}

/// Fields by name.
pub type FieldTable<'m> = Table<'m, super::Field>;
/// Capabilities by name.
pub type CapabilityTable<'m> = Table<'m, super::Capability>;
/// Requirements by name.
pub type RequirementTable<'m> = Table<'m, super::Requirement>;
/// Interfaces by name.
pub type InterfaceTable<'m> = Table<'m, super::Interface>;
/// Operations or notifications by name.
pub type OperationTable<'m> = Table<'m, super::Operation>;

enum Shared<'m, T> {
    Nothing,
    Kept(&'m Names<T>),
    Made(Arc<Names<T>>),
}

impl<T> Clone for Table<'_, T> {
    fn clone(&self) -> Self {
        let names = match &self.names {
            Shared::Nothing => Shared::Nothing,
            Shared::Kept(names) => Shared::Kept(names),
            Shared::Made(names) => Shared::Made(Arc::clone(names)),
        };
        Self { types: self.types, names }
    }
}

impl<T> fmt::Debug for Table<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

impl<T> Table<'_, T> {
    /// The members in order, and in the order of their names, where they are many.
    fn parts(&self) -> (&[MemberId<T>], &[MemberId<T>]) {
        match &self.names {
            Shared::Nothing => (&[], &[]),
            Shared::Kept(names) => (&names.ids, &names.by_name),
            Shared::Made(names) => (&names.ids, &names.by_name),
        }
    }

    /// The members.
    #[must_use]
    pub fn ids(&self) -> &[MemberId<T>] {
        self.parts().0
    }
}

impl<'m, T: Record> Table<'m, T> {
    /// A table without members.
    #[must_use]
    pub fn empty(types: &'m Types) -> Self {
        Self { types, names: Shared::Nothing }
    }

    /// A table of members of different names.
    fn made(types: &'m Types, ids: Box<[MemberId<T>]>) -> Self {
        Self { types, names: Shared::Made(Arc::new(Names::new(types, ids))) }
    }

    /// The member `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<MemberId<T>> {
        let (ids, by_name) = self.parts();
        if by_name.is_empty() {
            return ids.iter().copied().find(|id| self.types.name_of(*id) == name);
        }
        self.types.among(by_name, name)
    }

    /// Whether there is a member `name`.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The members with their names.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&'m str, MemberId<T>)> + Clone + use<'m, T> {
        let table = self.clone();
        let ids = (0..self.len()).filter_map(move |at| table.ids().get(at).copied());
        let types = self.types;
        ids.map(move |id| (types.name_of(id), id))
    }

    /// The names.
    #[must_use]
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &'m str> + Clone + use<'m, T> {
        self.iter().map(|(name, _)| name)
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids().len()
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids().is_empty()
    }

    /// The members of this table that `keep` chooses.
    #[must_use]
    pub fn only(&self, keep: impl Fn(MemberId<T>) -> bool) -> Self {
        let ids: Box<[MemberId<T>]> = self.ids().iter().copied().filter(|id| keep(*id)).collect();
        if ids.len() == self.len() { self.clone() } else { Self::made(self.types, ids) }
    }

    /// This table with the members of `nearer` over it.
    #[must_use]
    pub fn refined_by(self, nearer: Table<'m, T>) -> Self {
        if nearer.is_empty() {
            return self;
        }
        if self.is_empty() {
            return nearer;
        }
        let mut members: NamesInOrder<'m, T> = self.iter().collect();
        members.extend(nearer.iter());
        Self::made(self.types, members.into_values().collect())
    }

    /// The members in parts of types, of which the later ones are nearer.
    pub(super) fn of_parts(types: &'m Types, parts: Vec<(DefinitionId, Part<T>)>) -> Self {
        if parts.iter().all(|(_, part)| part.is_empty()) {
            return Self::empty(types);
        }
        let ids = parts.into_iter().flat_map(|(owner, part)| part.ids(owner));
        let members: NamesInOrder<'m, T> = ids.map(|id| (types.name_of(id), id)).collect();
        Self::made(types, members.into_values().collect())
    }
}

type NamesInOrder<'m, T> = IndexMap<&'m str, MemberId<T>, FxBuildHasher>;

impl Types {
    /// The member `name` of a type, own or inherited.
    #[must_use]
    pub fn member<S: Section>(
        &self,
        of: TypeView<'_>,
        section: S,
        name: &str,
    ) -> Option<MemberId<S::Member>> {
        self.lineage(of).find_map(|ancestor| self.own_member(ancestor.record(), section, name))
    }

    /// All members of a section, own and inherited.
    #[must_use]
    pub fn members<'m, S: Section>(&'m self, of: TypeView<'m>, section: S) -> Table<'m, S::Member> {
        let kept = section.kept(of.record().tables());
        if let Some(names) = kept.all.get() {
            return Table { types: self, names: Shared::Kept(names) };
        }
        let lineage: Vec<TypeView<'m>> = self.lineage(of).collect();
        let mut members = NamesInOrder::default();
        for ancestor in lineage.iter().rev() {
            for id in section.own(ancestor.members()).ids(ancestor.id) {
                members.insert(self.name_of(id), id);
            }
        }
        let ids = members.into_values().collect();
        if lineage.len() > MOST_ANCESTORS {
            return Table::made(self, ids);
        }
        let names = kept.all.get_or_init(|| Names::new(self, ids));
        Table { types: self, names: Shared::Kept(names) }
    }

    /// Names of members, for did-you-mean.
    #[must_use]
    pub fn names_of<'m, S: Section>(&'m self, of: TypeView<'m>, section: S) -> Vec<&'m str> {
        const MOST: usize = 1_000;
        let mut names = Vec::new();
        for ancestor in self.lineage(of) {
            names.extend(section.own(ancestor.members()).ids(ancestor.id).map(|id| self.name_of(id)));
            if names.len() > MOST {
                break;
            }
        }
        names
    }

    /// The name of a member.
    #[must_use]
    pub fn name_of<T: Record>(&self, id: MemberId<T>) -> &str {
        self.key_of(id).text()
    }

    /// The key that names a member where it is written.
    #[must_use]
    pub fn key_of<T: Record>(&self, id: MemberId<T>) -> Node<'_> {
        self.node(self.member_record(id).source())
    }

    pub(super) fn member_record<T: Record>(&self, id: MemberId<T>) -> &T {
        id.of(T::list(&self.record(id.owner()).members))
    }

    /// The member `name` that a type writes itself.
    fn own_member<S: Section>(&self, of: &Type, section: S, name: &str) -> Option<MemberId<S::Member>> {
        let part = section.own(&of.members);
        if part.len() <= MANY {
            return part.ids(of.id).find(|id| self.name_of(*id) == name);
        }
        let by_name = section.kept(of.tables()).own.get_or_init(|| self.by_name(part.ids(of.id)));
        self.among(by_name, name)
    }

    /// Members in the order of their names, those of one name in the order of the file.
    fn by_name<T: Record>(&self, ids: impl Iterator<Item = MemberId<T>>) -> Box<[MemberId<T>]> {
        let mut by_name: Vec<MemberId<T>> = ids.collect();
        by_name.sort_by_key(|id| self.name_of(*id));
        by_name.into()
    }

    /// The first member `name` among those in the order of their names.
    fn among<T: Record>(&self, by_name: &[MemberId<T>], name: &str) -> Option<MemberId<T>> {
        let place = by_name.partition_point(|id| self.name_of(*id) < name);
        by_name.get(place).copied().filter(|id| self.name_of(*id) == name)
    }
}

//! Tables of all members of a type, capability, relationship, interface or operation, own and inherited: each
//! member is the nearest definition of its name.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::base::IndexMap;
use crate::resolve::DefinitionId;
use crate::yaml::YamlNode;

use super::deep::MAX_VISITED_ANCESTORS;
use super::ids::{MemberId, Part, Record, Section};
use super::store::{Type, Types};
use super::view::TypeView;

/// Larger tables have an index by name.
const INDEX_THRESHOLD: usize = 12;

/// Types with more ancestors get new tables at each use: caching them would cost memory quadratic in the
/// depth of the hierarchy.
const MAX_CACHED_ANCESTORS: usize = 64;

/// The tables of one type, built at the first use.
#[derive(Debug, Default)]
pub struct Tables {
    pub(super) properties: CachedMembers<super::Field>,
    pub(super) attributes: CachedMembers<super::Field>,
    pub(super) inputs: CachedMembers<super::Field>,
    pub(super) capabilities: CachedMembers<super::Capability>,
    pub(super) requirements: CachedMembers<super::Requirement>,
    pub(super) interfaces: CachedMembers<super::Interface>,
    pub(super) operations: CachedMembers<super::Operation>,
    pub(super) notifications: CachedMembers<super::Operation>,
    pub(super) artifacts: CachedMembers<super::Artifact>,
    pub(super) triggers: CachedMembers<super::Trigger>,
}

/// The cached members of one section of a type.
#[derive(Debug)]
pub struct CachedMembers<T> {
    /// Its own members sorted by name, if they exceed [`INDEX_THRESHOLD`].
    own_by_name: OnceLock<Box<[MemberId<T>]>>,
    /// All members, own and inherited.
    all: OnceLock<MemberList<T>>,
}

impl<T> Default for CachedMembers<T> {
    fn default() -> Self {
        Self { own_by_name: OnceLock::new(), all: OnceLock::new() }
    }
}

/// Members with different names, in order.
#[derive(Debug)]
struct MemberList<T> {
    ids: Box<[MemberId<T>]>,
    /// The same members sorted by name, or empty up to [`INDEX_THRESHOLD`].
    by_name: Box<[MemberId<T>]>,
}

impl<T> Default for MemberList<T> {
    fn default() -> Self {
        Self { ids: Box::default(), by_name: Box::default() }
    }
}

impl<T: Record> MemberList<T> {
    fn new(types: &Types, ids: Box<[MemberId<T>]>) -> Self {
        let by_name =
            if ids.len() > INDEX_THRESHOLD { types.by_name(ids.iter().copied()) } else { Box::default() };
        Self { ids, by_name }
    }
}

/// Members by name, each the nearest definition of its name. Inherited ones come first, in the order in which
/// the ancestors define them.
pub struct Table<'m, T> {
    types: &'m Types,
    names: TableMembers<'m, T>,
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

enum TableMembers<'m, T> {
    Nothing,
    Cached(&'m MemberList<T>),
    Made(Arc<MemberList<T>>),
}

impl<T> Clone for Table<'_, T> {
    fn clone(&self) -> Self {
        let names = match &self.names {
            TableMembers::Nothing => TableMembers::Nothing,
            TableMembers::Cached(names) => TableMembers::Cached(names),
            TableMembers::Made(names) => TableMembers::Made(Arc::clone(names)),
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
    /// Returns the members in order, and sorted by name (empty up to [`INDEX_THRESHOLD`]).
    fn parts(&self) -> (&[MemberId<T>], &[MemberId<T>]) {
        match &self.names {
            TableMembers::Nothing => (&[], &[]),
            TableMembers::Cached(names) => (&names.ids, &names.by_name),
            TableMembers::Made(names) => (&names.ids, &names.by_name),
        }
    }

    /// Returns the members.
    #[must_use]
    pub fn ids(&self) -> &[MemberId<T>] {
        self.parts().0
    }
}

impl<'m, T: Record> Table<'m, T> {
    /// Returns a table without members.
    #[must_use]
    pub fn empty(types: &'m Types) -> Self {
        Self { types, names: TableMembers::Nothing }
    }

    /// Returns a table of members with different names.
    fn made(types: &'m Types, ids: Box<[MemberId<T>]>) -> Self {
        Self { types, names: TableMembers::Made(Arc::new(MemberList::new(types, ids))) }
    }

    /// Returns the member `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<MemberId<T>> {
        let (ids, by_name) = self.parts();
        if by_name.is_empty() {
            return ids.iter().copied().find(|id| self.types.name_of(*id) == name);
        }
        self.types.find_sorted(by_name, name)
    }

    /// Returns whether there is a member `name`.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the members with their names.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&'m str, MemberId<T>)> + Clone + use<'m, T> {
        let table = self.clone();
        let ids = (0..self.len()).filter_map(move |index| table.ids().get(index).copied());
        let types = self.types;
        ids.map(move |id| (types.name_of(id), id))
    }

    /// Returns the names.
    #[must_use]
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &'m str> + Clone + use<'m, T> {
        self.iter().map(|(name, _)| name)
    }

    /// Returns the number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids().len()
    }

    /// Returns whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids().is_empty()
    }

    /// Returns the members for which `keep` is true.
    #[must_use]
    pub fn only(&self, keep: impl Fn(MemberId<T>) -> bool) -> Self {
        let ids: Box<[MemberId<T>]> = self.ids().iter().copied().filter(|id| keep(*id)).collect();
        if ids.len() == self.len() { self.clone() } else { Self::made(self.types, ids) }
    }

    /// Returns this table, with members replaced or added by `nearer`.
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

    /// Returns the members in parts of types; later parts are nearer.
    pub(super) fn of_parts(types: &'m Types, parts: Vec<(DefinitionId, Part<T>)>) -> Self {
        if parts.iter().all(|(_, part)| part.is_empty()) {
            return Self::empty(types);
        }
        let ids = parts.into_iter().flat_map(|(owner, part)| part.ids(owner));
        let members: NamesInOrder<'m, T> = ids.map(|id| (types.name_of(id), id)).collect();
        Self::made(types, members.into_values().collect())
    }
}

type NamesInOrder<'m, T> = IndexMap<&'m str, MemberId<T>>;

impl Types {
    /// Returns the member `name` of a type, own or inherited. A member that a type may refine in a section which could
    /// not be read is not known.
    #[must_use]
    pub fn member<S: Section>(
        &self,
        ty: TypeView<'_>,
        section: S,
        name: &str,
    ) -> Option<MemberId<S::Member>> {
        for (visited, ancestor) in self.lineage(ty).enumerate() {
            if visited == MAX_VISITED_ANCESTORS && self.deep.has(ty.record()) {
                return self.deep.member(self, ty.record(), section, name);
            }
            let own = self.own_member(ancestor.record(), section, name);
            if own.is_some() || ancestor.hides(section) {
                return own;
            }
        }
        None
    }

    /// Returns all members of a section, own and inherited, that are known.
    #[must_use]
    pub fn members<'m, S: Section>(&'m self, ty: TypeView<'m>, section: S) -> Table<'m, S::Member> {
        let cache = section.cache(ty.record().tables());
        if let Some(names) = cache.all.get() {
            return Table { types: self, names: TableMembers::Cached(names) };
        }
        let mut lineage: Vec<TypeView<'m>> = self.lineage(ty).collect();
        if let Some(hiding) = lineage.iter().position(|ancestor| ancestor.hides(section)) {
            lineage.truncate(hiding + 1);
        }
        let mut members = NamesInOrder::default();
        for ancestor in lineage.iter().rev() {
            for id in section.own_members(ancestor.members()).ids(ancestor.id) {
                members.insert(self.name_of(id), id);
            }
        }
        let ids = members.into_values().collect();
        if lineage.len() > MAX_CACHED_ANCESTORS {
            return Table::made(self, ids);
        }
        let names = cache.all.get_or_init(|| MemberList::new(self, ids));
        Table { types: self, names: TableMembers::Cached(names) }
    }

    /// Returns names of members, for suggestions.
    #[must_use]
    pub fn names_of<'m, S: Section>(&'m self, ty: TypeView<'m>, section: S) -> Vec<&'m str> {
        const MAX_NAMES: usize = 1_000;
        let mut names = Vec::new();
        for ancestor in self.lineage(ty) {
            names.extend(section.own_members(ancestor.members()).ids(ancestor.id).map(|id| self.name_of(id)));
            if names.len() > MAX_NAMES {
                break;
            }
        }
        names
    }

    /// Returns the name of a member.
    #[must_use]
    pub fn name_of<T: Record>(&self, id: MemberId<T>) -> &str {
        self.key_of(id).text()
    }

    /// Returns the key that names a member.
    #[must_use]
    pub fn key_of<T: Record>(&self, id: MemberId<T>) -> YamlNode<'_> {
        self.node(self.member_record(id).source())
    }

    pub(super) fn member_record<T: Record>(&self, id: MemberId<T>) -> &T {
        id.record_in(T::list(&self.record(id.owner()).members))
    }

    /// Returns the member `name` that a type itself defines.
    pub(super) fn own_member<S: Section>(
        &self,
        ty: &Type,
        section: S,
        name: &str,
    ) -> Option<MemberId<S::Member>> {
        let part = section.own_members(&ty.members);
        if part.len() <= INDEX_THRESHOLD {
            return part.ids(ty.id).find(|id| self.name_of(*id) == name);
        }
        let by_name = section.cache(ty.tables()).own_by_name.get_or_init(|| self.by_name(part.ids(ty.id)));
        self.find_sorted(by_name, name)
    }

    /// Returns the members sorted by name; members with the same name keep the order of the file.
    fn by_name<T: Record>(&self, ids: impl Iterator<Item = MemberId<T>>) -> Box<[MemberId<T>]> {
        let mut by_name: Vec<MemberId<T>> = ids.collect();
        by_name.sort_by_key(|id| self.name_of(*id));
        by_name.into()
    }

    /// Returns the first member `name` of a list that is sorted by name.
    fn find_sorted<T: Record>(&self, by_name: &[MemberId<T>], name: &str) -> Option<MemberId<T>> {
        let index = by_name.partition_point(|id| self.name_of(*id) < name);
        by_name.get(index).copied().filter(|id| self.name_of(*id) == name)
    }
}

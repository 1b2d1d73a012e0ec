//! The members of types in deep hierarchies by name, so that finding one does not visit all ancestors.

use rustc_hash::FxHashMap;

use super::ids::{
    Artifacts, Capabilities, Fields, Interfaces, MemberId, Operations, Requirements, Section, Triggers,
};
use super::store::{Type, TypeNumber, Types};

/// Types with more ancestors are in the index: to visit all their ancestors takes long.
pub(super) const MAX_VISITED_ANCESTORS: usize = 64;

/// Which types of deep hierarchies define a member, by the noun of its section and its name.
#[derive(Debug, Default)]
pub(super) struct DeepMembers {
    /// The number of types in order whose members are complete.
    complete: u32,
    by_name: FxHashMap<&'static str, FxHashMap<Box<str>, Vec<Definer>>>,
}

/// A type that defines a member of some name. Those of one name are in the order of the hierarchy: descendants follow
/// their ancestors.
#[derive(Debug)]
struct Definer {
    ty: TypeNumber,
    /// The positions of the type and its descendants.
    extent: (u32, u32),
    /// The nearest ancestor that defines a member of the same name, as an index.
    enclosing: Option<usize>,
}

impl DeepMembers {
    /// Adds the members of the next types in `order` that belong to deep hierarchies; those before `end` are complete.
    /// `order` has parents before children, and each hierarchy without a gap.
    pub(super) fn add(&mut self, types: &Types, order: &[TypeNumber], end: usize) {
        let mut start = self.complete as usize;
        self.complete = u32::try_from(end).unwrap_or(u32::MAX);
        while let Some(root) = order.get(start).filter(|_| start < end) {
            let hierarchy = order.get(start..types.all.at(*root).extent.1 as usize).unwrap_or_default();
            if hierarchy.is_empty() {
                return;
            }
            if is_deep(types, hierarchy) {
                for &number in hierarchy {
                    self.add_type(types, number);
                }
            }
            start += hierarchy.len();
        }
    }

    fn add_type(&mut self, types: &Types, number: TypeNumber) {
        for section in [Fields::Properties, Fields::Attributes, Fields::Inputs] {
            self.add_section(types, number, section);
        }
        for section in [Operations::Operations, Operations::Notifications] {
            self.add_section(types, number, section);
        }
        self.add_section(types, number, Capabilities);
        self.add_section(types, number, Requirements);
        self.add_section(types, number, Interfaces);
        self.add_section(types, number, Artifacts);
        self.add_section(types, number, Triggers);
    }

    fn add_section<S: Section>(&mut self, types: &Types, number: TypeNumber, section: S) {
        let ty = types.all.at(number);
        for id in section.own_members(&ty.members).ids(ty.id) {
            let by_name = self.by_name.entry(section.noun()).or_default();
            let definers = by_name.entry(types.name_of(id).into()).or_default();
            if definers.last().is_some_and(|last| last.ty == number) {
                continue;
            }
            let enclosing = nearest(definers, definers.len(), ty.extent.0).map(|(index, _)| index);
            definers.push(Definer { ty: number, extent: ty.extent, enclosing });
        }
    }

    /// Whether all members of a type and its ancestors are complete.
    pub(super) fn has(&self, ty: &Type) -> bool {
        ty.extent.0 < self.complete
    }

    /// Returns the member `name` of a type with many ancestors, own or inherited.
    pub(super) fn member<S: Section>(
        &self,
        types: &Types,
        ty: &Type,
        section: S,
        name: &str,
    ) -> Option<MemberId<S::Member>> {
        let definers = self.by_name.get(section.noun())?.get(name)?;
        let earlier = definers.partition_point(|definer| definer.extent.0 <= ty.extent.0);
        let (_, definer) = nearest(definers, earlier, ty.extent.0)?;
        types.own_member(types.all.at(definer.ty), section, name)
    }
}

/// Returns the nearest of `definers` whose descendants include the type at `position`, and its index. The first
/// `earlier` ones are at this position or before.
fn nearest(definers: &[Definer], earlier: usize, position: u32) -> Option<(usize, &Definer)> {
    let mut at = earlier.checked_sub(1)?;
    loop {
        let definer = definers.get(at)?;
        if position < definer.extent.1 {
            return Some((at, definer));
        }
        at = definer.enclosing?;
    }
}

/// Whether a type of a hierarchy has many ancestors.
fn is_deep(types: &Types, hierarchy: &[TypeNumber]) -> bool {
    let mut ends: Vec<u32> = Vec::new();
    hierarchy.len() > MAX_VISITED_ANCESTORS
        && hierarchy.iter().any(|number| {
            let (start, end) = types.all.at(*number).extent;
            while ends.last().is_some_and(|end| *end <= start) {
                ends.pop();
            }
            ends.push(end);
            ends.len() > MAX_VISITED_ANCESTORS
        })
}

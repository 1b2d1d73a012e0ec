//! The inherited members of the current type by name, while types are built from the top of the hierarchy
//! down.

use std::borrow::Cow;
use std::ptr;

use rustc_hash::FxHashMap;

use crate::load::FileGraph;
use crate::model::Keyed;
use crate::model::types::ids::{
    Capabilities, Fields, Interfaces, MemberId, Operations, Record, Requirements, Section,
};
use crate::model::types::store::Type;

/// The members that a type inherits, by name: those of all types on the path from the top of the hierarchy.
#[derive(Default)]
pub(super) struct Scope<'g> {
    pub(super) fields: MembersInScope<'g, Fields>,
    pub(super) capabilities: MembersInScope<'g, Capabilities>,
    pub(super) requirements: MembersInScope<'g, Requirements>,
    pub(super) interfaces: MembersInScope<'g, Interfaces>,
    pub(super) operations: MembersInScope<'g, Operations>,
    /// The names of properties and attributes, by their spelling without case and separators.
    spellings: FxHashMap<(Fields, Cow<'g, str>), &'g str>,
    /// For each type on the path, the number after its last descendant.
    path: Vec<u32>,
}

/// The members of some sections by name.
pub(super) struct MembersInScope<'g, S: Section> {
    members: FxHashMap<(S, &'g str), InScope<S>>,
    /// The names that the types on the path define, and their previous meanings.
    replaced: Vec<Replaced<'g, S>>,
    /// For each type on the path, the index of its first name in `replaced`.
    starts: Vec<usize>,
    /// The sections that hide the members of types higher up, each with the number of types on the path.
    hidden: Vec<(S, usize)>,
}

/// A member, and the number of types on the path to the one that defines it.
type InScope<S> = (MemberId<<S as Section>::Member>, usize);

/// A name and its previous meaning.
type Replaced<'g, S> = ((S, &'g str), Option<InScope<S>>);

impl<S: Section> Default for MembersInScope<'_, S> {
    fn default() -> Self {
        Self { members: FxHashMap::default(), replaced: Vec::new(), starts: Vec::new(), hidden: Vec::new() }
    }
}

impl<'g, S: Section> MembersInScope<'g, S> {
    /// Returns the inherited member of a name, unless a nearer type may refine it in a section that could not be read.
    pub(super) fn get(&self, section: S, name: &'g str) -> Option<MemberId<S::Member>> {
        if self.members.is_empty() {
            return None;
        }
        let (id, depth) = self.members.get(&(section, name)).copied()?;
        let nearest = self.hidden.iter().rev().find(|(hidden, _)| *hidden == section);
        nearest.is_none_or(|(_, hiding)| depth >= *hiding).then_some(id)
    }

    /// Whether a type on the path may define members of the section that are not known.
    pub(super) fn hides(&self, section: S) -> bool {
        self.hidden.iter().any(|(hidden, _)| *hidden == section)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds the members that `owner` itself defines in some sections; of several with the same name, which is
    /// reported, only the first.
    fn enter(&mut self, graph: &'g FileGraph, owner: &Type, sections: &[S]) {
        self.starts.push(self.replaced.len());
        let depth = self.starts.len();
        for &section in sections {
            if owner.hides(section) {
                self.hidden.push((section, depth));
            }
            let part = section.own_members(&owner.members);
            for (id, record) in part.ids(owner.id).zip(part.records_in(S::Member::list(&owner.members))) {
                let name = (section, graph.node(record.source()).text());
                if self.members.get(&name).is_some_and(|(known, _)| known.owner() == owner.id) {
                    continue;
                }
                self.replaced.push((name, self.members.insert(name, (id, depth))));
            }
        }
    }

    /// Returns the names that the last type on the path defines.
    fn last_names(&self) -> &[Replaced<'g, S>] {
        let start = self.starts.last().copied().unwrap_or(0);
        self.replaced.get(start..).unwrap_or(&[])
    }

    /// Leaves the last type on the path; returns the names that it removes.
    fn leave(&mut self) -> Vec<(S, &'g str)> {
        let depth = self.starts.len();
        while self.hidden.pop_if(|(_, hiding)| *hiding == depth).is_some() {}
        let start = self.starts.pop().unwrap_or(0);
        let mut removed = Vec::new();
        for (name, previous) in self.replaced.drain(start..).rev() {
            match previous {
                Some(previous) => {
                    self.members.insert(name, previous);
                }
                None => {
                    self.members.remove(&name);
                    removed.push(name);
                }
            }
        }
        removed
    }
}

impl<'g> Scope<'g> {
    /// Leaves the types that the type with this number is not derived from.
    pub(super) fn leave_all_but(&mut self, number: u32) {
        while self.path.pop_if(|end| *end <= number).is_some() {
            for (section, name) in self.fields.leave() {
                let spelled = (section, spelling(name));
                if self.spellings.get(&spelled).is_some_and(|known| ptr::eq(*known, name)) {
                    self.spellings.remove(&spelled);
                }
            }
            self.capabilities.leave();
            self.requirements.leave();
            self.interfaces.leave();
            self.operations.leave();
        }
    }

    /// Enters the type `owner`.
    pub(super) fn enter(&mut self, graph: &'g FileGraph, owner: &Type) {
        let all = [Fields::Properties, Fields::Attributes, Fields::Inputs];
        self.fields.enter(graph, owner, &all);
        for &((section, name), _) in self.fields.last_names() {
            if section != Fields::Inputs {
                self.spellings.entry((section, spelling(name))).or_insert(name);
            }
        }
        self.capabilities.enter(graph, owner, &[Capabilities]);
        self.requirements.enter(graph, owner, &[Requirements]);
        self.interfaces.enter(graph, owner, &[Interfaces]);
        let operation_sections = [Operations::Operations, Operations::Notifications];
        self.operations.enter(graph, owner, &operation_sections);
        self.path.push(owner.extent.1);
    }

    /// Returns the inherited name of a property or attribute that differs from `name` at most in case and
    /// separators.
    pub(super) fn spelled_like(&self, section: Fields, name: &str) -> Option<&'g str> {
        if self.spellings.is_empty() {
            return None;
        }
        self.spellings.get(&(section, spelling(name))).copied()
    }
}

/// Returns a name without case and separators.
fn spelling(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return Cow::Borrowed(name);
    }
    let mut letters = name.replace(['-', '_'], "");
    if !letters.is_ascii() {
        return letters.to_lowercase().into();
    }
    letters.make_ascii_lowercase();
    letters.into()
}

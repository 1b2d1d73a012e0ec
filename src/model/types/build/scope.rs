//! What the type at hand inherits, by name, while types are built from the top of the hierarchy down.

use std::ptr;

use rustc_hash::FxHashMap;

use crate::load::FileGraph;
use crate::resolve::DefinitionId;

use crate::model::Keyed;
use crate::model::types::ids::{
    Capabilities, Fields, Interfaces, MemberId, Operations, Record, Requirements, Section,
};
use crate::model::types::members::Members;

/// The members that a type inherits, by name: those of the types on the way from the top of the hierarchy.
#[derive(Default)]
pub(super) struct Scope<'g> {
    pub(super) fields: Names<'g, Fields>,
    pub(super) capabilities: Names<'g, Capabilities>,
    pub(super) requirements: Names<'g, Requirements>,
    pub(super) interfaces: Names<'g, Interfaces>,
    pub(super) operations: Names<'g, Operations>,
    /// Names of properties and attributes without case and separators, as they are written.
    spellings: FxHashMap<(Fields, String), &'g str>,
    /// Where the descendants of each type on the way end.
    way: Vec<u32>,
}

/// The members of some sections by name.
pub(super) struct Names<'g, S: Section> {
    members: FxHashMap<(S, &'g str), MemberId<S::Member>>,
    /// Names that the types on the way brought, and what they meant before.
    replaced: Vec<Replaced<'g, S>>,
    /// For each type on the way, where its names begin in `replaced`.
    starts: Vec<usize>,
}

/// A name, and what it meant before.
type Replaced<'g, S> = ((S, &'g str), Option<MemberId<<S as Section>::Member>>);

impl<S: Section> Default for Names<'_, S> {
    fn default() -> Self {
        Self { members: FxHashMap::default(), replaced: Vec::new(), starts: Vec::new() }
    }
}

impl<'g, S: Section> Names<'g, S> {
    /// What is inherited under a name.
    pub(super) fn get(&self, section: S, name: &'g str) -> Option<MemberId<S::Member>> {
        if self.members.is_empty() {
            return None;
        }
        self.members.get(&(section, name)).copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds what `owner` writes itself in some sections; of members of one name, which is reported, the first
    /// counts.
    fn enter(&mut self, graph: &'g FileGraph, owner: DefinitionId, members: &Members, sections: &[S]) {
        self.starts.push(self.replaced.len());
        for &section in sections {
            let part = section.own(members);
            for (id, record) in part.ids(owner).zip(part.of(S::Member::list(members))) {
                let name = (section, graph.node(record.source()).text());
                if self.members.get(&name).is_some_and(|known| known.owner() == owner) {
                    continue;
                }
                self.replaced.push((name, self.members.insert(name, id)));
            }
        }
    }

    /// The names that the last type on the way brought.
    fn brought(&self) -> &[Replaced<'g, S>] {
        let start = self.starts.last().copied().unwrap_or(0);
        self.replaced.get(start..).unwrap_or(&[])
    }

    /// Leaves the last type on the way; gives the names that nothing has any more.
    fn leave(&mut self) -> Vec<(S, &'g str)> {
        let start = self.starts.pop().unwrap_or(0);
        let mut gone = Vec::new();
        for (name, before) in self.replaced.drain(start..).rev() {
            match before {
                Some(before) => {
                    self.members.insert(name, before);
                }
                None => {
                    self.members.remove(&name);
                    gone.push(name);
                }
            }
        }
        gone
    }
}

impl<'g> Scope<'g> {
    /// Leaves the types that the type with this number does not derive from.
    pub(super) fn leave_all_but(&mut self, number: u32) {
        while self.way.pop_if(|end| *end <= number).is_some() {
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

    /// Enters the type `owner`, whose descendants have numbers below `end`.
    pub(super) fn enter(&mut self, graph: &'g FileGraph, owner: DefinitionId, end: u32, members: &Members) {
        let all = [Fields::Properties, Fields::Attributes, Fields::Inputs];
        self.fields.enter(graph, owner, members, &all);
        for &((section, name), _) in self.fields.brought() {
            if section != Fields::Inputs {
                self.spellings.entry((section, spelling(name))).or_insert(name);
            }
        }
        self.capabilities.enter(graph, owner, members, &[Capabilities]);
        self.requirements.enter(graph, owner, members, &[Requirements]);
        self.interfaces.enter(graph, owner, members, &[Interfaces]);
        let both = [Operations::Operations, Operations::Notifications];
        self.operations.enter(graph, owner, members, &both);
        self.way.push(end);
    }

    /// The inherited name of a property or attribute that differs from `name` in case and separators at most.
    pub(super) fn spelled_like(&self, section: Fields, name: &str) -> Option<&'g str> {
        if self.spellings.is_empty() {
            return None;
        }
        self.spellings.get(&(section, spelling(name))).copied()
    }
}

/// A name without case and separators.
fn spelling(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
}

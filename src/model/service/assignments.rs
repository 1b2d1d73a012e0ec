//! Views of the values that templates assign to properties, attributes and inputs (TOSCA 2.0 §9.5, §9.7,
//! §9.9).

use rustc_hash::FxHashSet;

use crate::keynames::{Map, Slot, ValueNode};
use crate::load::File;
use crate::yaml::{NodeId, Tree, YamlNode};

use super::view::{NodeTemplateView, RelationshipTemplateView};

/// A value that is assigned to a property, attribute or input.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Assignment<'m> {
    /// The key that names the property, attribute or input.
    pub key: YamlNode<'m>,
    /// The value.
    pub value: YamlNode<'m>,
    /// Whether it comes from the template that this one copies.
    pub is_copied: bool,
}

/// The assigned values of a template: its own, then the copied ones. If several have the same name, the first
/// is used.
#[derive(Clone, Copy, Debug)]
pub struct Assignments<'m> {
    tree: &'m Tree,
    own: Slot<&'m Map<ValueNode>>,
    copied: Slot<&'m Map<ValueNode>>,
}

impl<'m> Assignment<'m> {
    /// Returns the name of the property, attribute or input.
    #[must_use]
    pub fn name(self) -> &'m str {
        self.key.text()
    }
}

impl<'m> Assignments<'m> {
    /// Returns the assignments of a section of `file`, without copied ones.
    #[must_use]
    pub fn new(file: &'m File, section: Slot<&'m Map<ValueNode>>) -> Self {
        Self { tree: file.tree(), own: section, copied: Slot::Absent }
    }

    /// Returns the same assignments with the copied ones of `section`.
    #[must_use]
    pub fn with_copied(self, section: Slot<&'m Map<ValueNode>>) -> Self {
        Self { copied: section, ..self }
    }

    /// Returns an empty list for `file`.
    #[must_use]
    pub fn none(file: &'m File) -> Self {
        Self::new(file, Slot::Absent)
    }

    /// Returns the assignments that are not copied, in order.
    pub fn own(self) -> impl Iterator<Item = Assignment<'m>> {
        self.in_section(self.own, false)
    }

    /// Returns the copied assignments in order, including those that an own assignment replaces.
    pub fn copied(self) -> impl Iterator<Item = Assignment<'m>> {
        self.in_section(self.copied, true)
    }

    /// Returns all assignments, including copied ones that an own assignment replaces.
    pub fn all(self) -> impl Iterator<Item = Assignment<'m>> {
        self.own().chain(self.copied())
    }

    /// Returns the names of all assignments.
    #[must_use]
    pub fn names(self) -> AssignedNames<'m> {
        let few: Vec<&'m str> = self.all().map(Assignment::name).collect();
        if few.len() <= AssignedNames::MAX_FEW {
            AssignedNames::Few(few)
        } else {
            AssignedNames::Many(few.into_iter().collect())
        }
    }

    /// Returns the assignment for a name.
    #[must_use]
    pub fn get(self, name: &str) -> Slot<Assignment<'m>> {
        if self.own.is_unreadable() || self.copied.is_unreadable() {
            return Slot::Unreadable;
        }
        let find = |section: Slot<&'m Map<ValueNode>>, is_copied| match section {
            Slot::Given(map) => map.entry(self.tree, name).map(|entry| self.assignment(*entry, is_copied)),
            Slot::Unreadable => Slot::Unreadable,
            Slot::Absent => Slot::Absent,
        };
        find(self.own, false).or_else(|| find(self.copied, true))
    }

    fn in_section(
        self,
        section: Slot<&'m Map<ValueNode>>,
        is_copied: bool,
    ) -> impl Iterator<Item = Assignment<'m>> {
        let entries = section.given().into_iter().flat_map(|map| &map.entries);
        entries.map(move |entry| self.assignment(*entry, is_copied))
    }

    fn assignment(self, (key, value): (NodeId, ValueNode), is_copied: bool) -> Assignment<'m> {
        Assignment { key: self.tree.node(key), value: self.tree.node(value.0), is_copied }
    }
}

macro_rules! assigned {
    ($view:ident) => {
        impl<'m> $view<'m> {
            /// Returns the values for its properties.
            #[must_use]
            pub fn properties(self) -> Assignments<'m> {
                let copied = self.original().map_or(Slot::Absent, |copied| copied.written().properties());
                Assignments { copied, ..Assignments::new(self.service().file(), self.written().properties()) }
            }

            /// Returns the initial values for its attributes.
            #[must_use]
            pub fn attributes(self) -> Assignments<'m> {
                let copied = self.original().map_or(Slot::Absent, |copied| copied.written().attributes());
                Assignments { copied, ..Assignments::new(self.service().file(), self.written().attributes()) }
            }
        }
    };
}
assigned!(NodeTemplateView);
assigned!(RelationshipTemplateView);

/// The names of assignments.
#[derive(Debug)]
pub enum AssignedNames<'m> {
    /// So few that comparing all costs less than a table.
    Few(Vec<&'m str>),
    /// More than that.
    Many(FxHashSet<&'m str>),
}

impl AssignedNames<'_> {
    const MAX_FEW: usize = 16;

    /// Whether there is an assignment for `name`.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        match self {
            Self::Few(names) => names.contains(&name),
            Self::Many(names) => names.contains(name),
        }
    }
}

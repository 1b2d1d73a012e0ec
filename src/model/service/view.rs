//! Views of the records of a service template, which resolve the ids in them.

use std::fmt;
use std::hash::BuildHasher as _;
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::keynames::Slot;
use crate::load::File;
use crate::model::types::Types;
use crate::model::{Keyed, NodeResolver, View};
use crate::syntax;
use crate::yaml::{NodeId, SourceNode, YamlNode};

use super::ids::{NodeTemplateId, RelationshipTemplateId};
use super::names::Member;
use super::{ByName, NodeTemplate, RelationshipTemplate, RequirementAssignment, Service};

/// A service template and the types that it uses.
#[derive(Clone, Copy)]
pub struct ServiceView<'m> {
    types: &'m Types,
    record: &'m Service,
}

/// A record of a service template.
type Of<'m, T> = View<'m, ServiceView<'m>, T>;

/// Some records of a service template, in order.
pub struct Views<'m, T> {
    service: ServiceView<'m>,
    records: &'m [T],
}

/// A node template that resolves its ids.
pub type NodeTemplateView<'m> = Of<'m, NodeTemplate>;
/// A relationship template that resolves its ids.
pub type RelationshipTemplateView<'m> = Of<'m, RelationshipTemplate>;
/// A requirement assignment that resolves its ids.
pub type RequirementAssignmentView<'m> = Of<'m, RequirementAssignment>;

impl<T> Clone for Views<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Views<'_, T> {}

impl fmt::Debug for ServiceView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.fmt(f)
    }
}

impl<'m> NodeResolver<'m> for ServiceView<'m> {
    fn source_node(self, node: SourceNode) -> YamlNode<'m> {
        self.node(node.node)
    }
}

impl<'m, T> Of<'m, T> {
    /// Returns the service template that contains it.
    #[must_use]
    pub fn service(self) -> ServiceView<'m> {
        self.resolver
    }
}

macro_rules! keyed {
    ($($record:ident),*) => {
        $( impl Keyed for $record {
            fn source(&self) -> SourceNode {
                self.key
            }
        } )*
    };
}
keyed!(NodeTemplate, RelationshipTemplate, RequirementAssignment);

impl<'m, T> Views<'m, T> {
    /// Returns the number of records.
    #[must_use]
    pub fn len(self) -> usize {
        self.records.len()
    }

    /// Returns whether there are no records.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.records.is_empty()
    }

    /// Returns the record at an index.
    #[must_use]
    pub fn get(self, index: usize) -> Option<Of<'m, T>> {
        Some(Of::new(self.service, self.records.get(index)?))
    }

    /// Returns all records.
    #[must_use]
    pub fn iter(self) -> impl ExactSizeIterator<Item = Of<'m, T>> + DoubleEndedIterator + Clone {
        self.records.iter().map(move |record| Of::new(self.service, record))
    }

    /// Returns the index of the first record for which `is_before` is false; it must be true for all earlier
    /// ones.
    pub fn partition_point(self, mut is_before: impl FnMut(Of<'_, T>) -> bool) -> usize {
        self.records.partition_point(|record| is_before(Of::new(self.service, record)))
    }
}

impl<'m> ServiceView<'m> {
    pub(in crate::model) fn new(types: &'m Types, record: &'m Service) -> Self {
        Self { types, record }
    }

    pub(super) fn record(self) -> &'m Service {
        self.record
    }

    /// Returns the types that it uses.
    #[must_use]
    pub fn types(self) -> &'m Types {
        self.types
    }

    /// Returns its file.
    #[must_use]
    pub fn file(self) -> &'m File {
        self.types.graph.file(self.record.file)
    }

    /// Returns the parsed template.
    #[must_use]
    pub fn template(self) -> &'m syntax::ServiceTemplate {
        &self.record.template
    }

    /// Returns a node of its file.
    #[must_use]
    pub fn node(self, node: NodeId) -> YamlNode<'m> {
        self.file().node(node)
    }

    /// Returns the node templates that could be read.
    #[must_use]
    pub fn node_templates(self) -> Views<'m, NodeTemplate> {
        Views { service: self, records: self.record.node_templates.as_slice() }
    }

    /// Returns whether all node templates could be read.
    #[must_use]
    pub fn has_all_node_templates(self) -> bool {
        let written = self.template().node_templates();
        written.is_complete() && written.given().is_none_or(|map| map.unread.is_empty())
    }

    /// Returns the relationship templates that could be read.
    #[must_use]
    pub fn relationship_templates(self) -> Views<'m, RelationshipTemplate> {
        Views { service: self, records: self.record.relationship_templates.as_slice() }
    }

    /// Returns the requirement assignments of all node templates.
    #[must_use]
    pub fn requirements(self) -> Views<'m, RequirementAssignment> {
        Views { service: self, records: &self.record.requirements }
    }

    /// Returns the node template `id`, which must belong to this service template.
    #[must_use]
    pub fn node_template(self, id: NodeTemplateId) -> NodeTemplateView<'m> {
        View::new(self, self.record.node_templates.at(id))
    }

    /// Returns the relationship template `id`, which must belong to this service template.
    #[must_use]
    pub fn relationship_template(self, id: RelationshipTemplateId) -> RelationshipTemplateView<'m> {
        View::new(self, self.record.relationship_templates.at(id))
    }

    /// Returns the node template called `name`.
    #[must_use]
    pub fn node_template_named(self, name: &str) -> Option<NodeTemplateView<'m>> {
        find(&self.by_name().node_templates, self.node_templates(), name)
    }

    /// Returns the relationship template called `name`.
    #[must_use]
    pub fn relationship_template_named(self, name: &str) -> Option<RelationshipTemplateView<'m>> {
        find(&self.by_name().relationship_templates, self.relationship_templates(), name)
    }

    fn by_name(self) -> &'m ByName {
        self.record.by_name.get_or_init(|| ByName {
            node_templates: by_name(self.node_templates()),
            relationship_templates: by_name(self.relationship_templates()),
        })
    }

    /// Returns the node templates that `members` name, directly or through groups, in order, each once. After
    /// `max_visited` templates and groups it skips further groups.
    #[must_use]
    pub fn reached(
        self,
        members: impl DoubleEndedIterator<Item = NodeId>,
        max_visited: usize,
    ) -> Vec<NodeTemplateView<'m>> {
        let (mut templates, mut seen) = (Vec::new(), FxHashSet::default());
        let mut pending: Vec<NodeId> = members.rev().collect();
        while let Some(name) = pending.pop() {
            match self.member(name) {
                Some(Member::NodeTemplate(template)) if seen.insert(template.key.node) => {
                    templates.push(template);
                }
                Some(Member::Group(group)) if seen.insert(group.key().id()) && seen.len() < max_visited => {
                    pending.extend(group.members().rev());
                }
                _ => {}
            }
        }
        templates
    }
}

/// Returns the indices of records by name; if several have the same name, only the first.
fn by_name<T: Keyed>(records: Views<'_, T>) -> HashTable<u32> {
    let name = |index: u32| records.get(index as usize).map_or("", View::name);
    let mut indices = HashTable::with_capacity(records.len());
    for (record, index) in records.iter().zip(0..) {
        let hash = |&index: &u32| FxBuildHasher.hash_one(name(index));
        let is_same = |&earlier: &u32| name(earlier) == record.name();
        indices.entry(hash(&index), is_same, hash).or_insert(index);
    }
    indices
}

/// Returns the record called `name`.
fn find<'m, T: Keyed>(indices: &HashTable<u32>, records: Views<'m, T>, name: &str) -> Option<Of<'m, T>> {
    let is_same = |&index: &u32| records.get(index as usize).is_some_and(|record| record.name() == name);
    records.get(*indices.find(FxBuildHasher.hash_one(name), is_same)? as usize)
}

impl<'m> NodeTemplateView<'m> {
    /// Returns the parsed template.
    #[must_use]
    pub fn written(self) -> &'m syntax::NodeTemplate {
        &self.record.written
    }

    /// Returns the template that it copies.
    #[must_use]
    pub fn original(self) -> Option<NodeTemplateView<'m>> {
        self.copied.map(|copied| self.resolver.node_template(copied))
    }

    /// Returns its own requirement assignments.
    #[must_use]
    pub fn own_requirements(self) -> Views<'m, RequirementAssignment> {
        let Range { start, end } = self.record.requirements.clone();
        let all = &self.resolver.record.requirements;
        Views { service: self.resolver, records: all.get(start as usize..end as usize).unwrap_or(&[]) }
    }

    /// Returns its requirement assignments, or the copied ones if it has no list.
    #[must_use]
    pub fn requirements(self) -> Views<'m, RequirementAssignment> {
        self.requirements_owner().own_requirements()
    }

    /// Returns whether all its requirement assignments, own or copied, could be read.
    #[must_use]
    pub fn has_all_requirements(self) -> bool {
        let written = self.requirements_owner().written();
        written.requirements().is_complete() && !written.unread.is_cut_short()
    }

    /// Returns the template whose requirement assignments are used: itself, or the template that it copies.
    #[must_use]
    pub fn requirements_owner(self) -> NodeTemplateView<'m> {
        self.original().filter(|_| self.written().requirements().is_absent()).unwrap_or(self)
    }

    /// Returns the templates that provide its keynames: itself, then the template that it copies.
    pub fn layers(self) -> impl Iterator<Item = &'m syntax::NodeTemplate> + Clone {
        std::iter::once(self).chain(self.original()).map(Self::written)
    }

    /// Returns its directives, own or copied, or `None` if they could not be read.
    #[must_use]
    pub fn directives(self) -> Option<Vec<&'m str>> {
        let copied = || self.original().map_or(Slot::Absent, |original| original.written().directives());
        match self.written().directives().or_else(copied) {
            Slot::Given(list) => Some(self.resolver.node(list.node).items().map(YamlNode::text).collect()),
            Slot::Unreadable => None,
            Slot::Absent => Some(Vec::new()),
        }
    }

    /// Returns the list of its directives, own or copied.
    #[must_use]
    pub fn directives_place(self) -> Option<YamlNode<'m>> {
        let list = self.layers().find_map(|layer| layer.directives.as_ref())?;
        Some(self.resolver.node(list.node))
    }
}

impl<'m> RelationshipTemplateView<'m> {
    /// Returns the parsed template.
    #[must_use]
    pub fn written(self) -> &'m syntax::RelationshipTemplate {
        &self.record.written
    }

    /// Returns the template that it copies.
    #[must_use]
    pub fn original(self) -> Option<RelationshipTemplateView<'m>> {
        self.copied.map(|copied| self.resolver.relationship_template(copied))
    }

    /// Returns the map of its keynames.
    #[must_use]
    pub fn body(self) -> YamlNode<'m> {
        self.resolver.node(self.record.written.node)
    }

    /// Returns the templates that provide its keynames: itself, then the template that it copies.
    pub fn layers(self) -> impl Iterator<Item = &'m syntax::RelationshipTemplate> + Clone {
        std::iter::once(self).chain(self.original()).map(Self::written)
    }
}

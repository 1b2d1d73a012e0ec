//! The graph of a service template as it is written: node templates, and where each requirement assignment
//! leads (TOSCA 2.0 §7.2, §8.5).
//!
//! In: derived types. Out: one [`Topology`] for each file with a service template; no diagnostics, since
//! names that lead nowhere were told when they were resolved. What could not be read, or is known only when
//! the service runs, is an explicit unknown. Does not decide whether a requirement is fulfilled.

mod capabilities;
mod edges;
mod values;

pub use capabilities::{Wanted, offered, wanted_by_assignment, wanted_by_definition};
pub use edges::{Connection, Edge, Target};
pub use values::Given;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;

use crate::base::FileId;
use crate::dialects::Dialect;
use crate::grammar::{NameKind, Slot};
use crate::load::File;
use crate::model::types::{TypeRef, Types};
use crate::resolve::{DefinitionId, Meaning, Names};
use crate::syntax::{Count, NodeTemplate, RelationshipTemplate, ServiceTemplate};
use crate::yaml::{Node, NodeId};

/// A copy of a copy is a mistake, which was told; so many are followed for the type.
const MOST_COPIES: usize = 8;

/// The topologies of all files.
#[derive(Debug)]
pub struct Topologies<'g> {
    /// The types that they use.
    pub types: &'g Types,
    files: Vec<Option<Topology<'g>>>,
    offered: OnceLock<Option<FxHashSet<DefinitionId>>>,
}

/// The topology of one service template.
#[derive(Debug)]
pub struct Topology<'g> {
    /// Its file.
    pub file: &'g File,
    /// The template.
    pub template: &'g ServiceTemplate,
    /// The node templates that could be read, in order.
    pub vertices: Vec<Vertex<'g>>,
    /// The relationship templates that could be read, in order.
    pub relationships: Vec<Relationship<'g>>,
    by_name: FxHashMap<&'g str, u32>,
    relationships_by_name: FxHashMap<&'g str, u32>,
}

/// A node template.
#[derive(Debug)]
pub struct Vertex<'g> {
    /// Its name.
    pub key: Node<'g>,
    /// The template.
    pub written: &'g NodeTemplate,
    /// The number of the template that it copies; what it does not give itself is given there.
    pub copied: Option<u32>,
    /// Its type, its own or the copied one.
    pub node_type: TypeRef,
    /// How many nodes it stands for; none where only the running service knows.
    pub count: Option<u64>,
    /// Whether nodes are only selected, never created.
    pub is_selected: bool,
    /// Whether nodes may be selected.
    pub may_be_selected: bool,
    /// The requirements that it assigns itself, in order.
    pub edges: Vec<Edge<'g>>,
}

/// A relationship template.
#[derive(Debug)]
pub struct Relationship<'g> {
    /// Its name.
    pub key: Node<'g>,
    /// The template.
    pub written: &'g RelationshipTemplate,
    /// The number of the template that it copies.
    pub copied: Option<u32>,
    /// Its type, its own or the copied one.
    pub relationship_type: TypeRef,
}

/// Reads the topologies of all files.
#[must_use]
pub fn read<'g>(types: &'g Types) -> Topologies<'g> {
    let read = |file: &'g File| {
        let template = file.syntax()?.service_template.as_deref()?;
        (file.dialect() == Dialect::Tosca2).then(|| Topology::of(types, file, template))
    };
    Topologies { types, files: types.graph.files.par_iter().map(read).collect(), offered: OnceLock::new() }
}

impl<'g> Topologies<'g> {
    /// The topology of a file, where it has one.
    #[must_use]
    pub fn of(&self, file: FileId) -> Option<&Topology<'g>> {
        self.files.get(file.index())?.as_ref()
    }
}

impl<'g> Topology<'g> {
    fn of(types: &'g Types, file: &'g File, template: &'g ServiceTemplate) -> Self {
        let mut topology = Self {
            file,
            template,
            vertices: Vec::new(),
            relationships: Vec::new(),
            by_name: FxHashMap::default(),
            relationships_by_name: FxHashMap::default(),
        };
        for (number, (key, written)) in (0..).zip(template.node_templates.iter().flat_map(|map| &map.entries))
        {
            let key = file.node(*key);
            topology.by_name.entry(key.text()).or_insert(number);
            let copied =
                written.copy.and_then(|name| topology.named(types, name.node, NameKind::NodeTemplate));
            let copied = copied.filter(|copied| *copied != number);
            let source = copied.and_then(|number| topology.node_template(number));
            let directives = written.directives.as_ref().or_else(|| source?.directives.as_ref());
            let is_selected = directives.is_some_and(|directives| {
                !directives.words.is_empty()
                    && directives.words.iter().all(|word| file.node(*word).text() == "select")
            });
            let may_be_selected = directives.is_some_and(|directives| {
                directives.words.iter().any(|word| file.node(*word).text() == "select")
            });
            let next = |source: &&'g NodeTemplate| {
                let name = source.copy?.node;
                topology.node_template(topology.named(types, name, NameKind::NodeTemplate)?)
            };
            let mut copied_type = std::iter::successors(source, next).take(MOST_COPIES);
            let copied_type = copied_type.find_map(|source| source.node_type).map(|name| name.node);
            let node_type = topology.type_of(types, written.node_type().map(|name| name.node), copied_type);
            let copied_count = || source.map_or(Slot::Absent, NodeTemplate::count);
            let count = static_count(file, written.count().or_else(copied_count));
            let edges = edges::read(types, &topology, written, node_type);
            topology.vertices.push(Vertex {
                key,
                written,
                copied,
                node_type,
                count,
                is_selected,
                may_be_selected,
                edges,
            });
        }
        let relationships = template.relationship_templates.iter().flat_map(|map| &map.entries);
        for (number, (key, written)) in (0..).zip(relationships) {
            let key = file.node(*key);
            topology.relationships_by_name.entry(key.text()).or_insert(number);
            let copied = written
                .copy
                .and_then(|name| topology.named(types, name.node, NameKind::RelationshipTemplate));
            let copied = copied.filter(|copied| *copied != number);
            let source = copied.and_then(|number| topology.relationship_template(number));
            let next = |source: &&'g RelationshipTemplate| {
                let name = source.copy?.node;
                topology.relationship_template(topology.named(types, name, NameKind::RelationshipTemplate)?)
            };
            let mut copied_type = std::iter::successors(source, next).take(MOST_COPIES);
            let copied_type = copied_type.find_map(|source| source.relationship_type).map(|name| name.node);
            let relationship_type =
                topology.type_of(types, written.relationship_type().map(|name| name.node), copied_type);
            topology.relationships.push(Relationship { key, written, copied, relationship_type });
        }
        topology
    }

    /// The node template called `name`.
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// The numbers of the node templates that `members` name, and the groups among them and in these: in order,
    /// each once. When it has passed through `farthest` templates and groups it looks into no further groups.
    #[must_use]
    pub fn reached(
        &self,
        names: &Names,
        members: impl DoubleEndedIterator<Item = NodeId>,
        farthest: usize,
    ) -> Vec<u32> {
        let groups = self.template.groups.as_ref().map_or(&[][..], |map| &map.entries);
        let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
        let mut waiting: Vec<NodeId> = members.rev().collect();
        while let Some(name) = waiting.pop() {
            let Some(Meaning::Definition(id)) = names.meaning(self.file.id, name) else { continue };
            let definition = names.definition(id);
            let Some(entry) = definition.entry.filter(|_| seen.insert(id)) else { continue };
            match definition.kind {
                NameKind::NodeTemplate => found.push(entry),
                NameKind::Group if seen.len() < farthest => {
                    let inner = groups.get(entry as usize).and_then(|(_, group)| group.members.as_ref());
                    let inner = inner.iter().flat_map(|members| members.0.items.iter().rev());
                    waiting.extend(inner.map(|name| name.node));
                }
                _ => {}
            }
        }
        found
    }

    /// The relationship template called `name`.
    #[must_use]
    pub fn relationship(&self, name: &str) -> Option<u32> {
        self.relationships_by_name.get(name).copied()
    }

    /// The requirement assignments of a node template; one that has no list of its own takes the copied one
    ///
    #[must_use]
    pub fn edges(&self, number: u32) -> &[Edge<'g>] {
        let vertex = &self.vertices[number as usize];
        match vertex.copied {
            Some(copied) if vertex.written.requirements().is_absent() => {
                &self.vertices[copied as usize].edges
            }
            _ => &vertex.edges,
        }
    }

    /// The bodies in which keynames of a node template stand: its own, and that of the template it copies.
    pub fn bodies(&self, number: u32) -> impl Iterator<Item = Node<'g>> {
        let vertex = &self.vertices[number as usize];
        let copied = vertex.copied.map(|copied| self.vertices[copied as usize].written.node);
        std::iter::once(vertex.written.node).chain(copied).map(|node| self.file.node(node))
    }

    /// The directives of a node template, its own or the copied ones; none where they could not be read.
    #[must_use]
    pub fn directives(&self, number: u32) -> Option<Vec<&'g str>> {
        let written = self.bodies(number).find_map(|body| body.get("directives"));
        let Some(list) = written else { return Some(Vec::new()) };
        list.is_sequence().then(|| list.items().map(Node::text).collect())
    }

    fn node_template(&self, number: u32) -> Option<&'g NodeTemplate> {
        Some(&self.template.node_templates.as_ref()?.entries.get(number as usize)?.1)
    }

    fn relationship_template(&self, number: u32) -> Option<&'g RelationshipTemplate> {
        Some(&self.template.relationship_templates.as_ref()?.entries.get(number as usize)?.1)
    }

    /// The number of the template of a kind that a name means.
    fn named(&self, types: &'g Types, name: NodeId, kind: NameKind) -> Option<u32> {
        let Some(Meaning::Definition(id)) = types.names.meaning(self.file.id, name) else { return None };
        let definition = types.names.definition(id);
        definition.entry.filter(|_| definition.kind == kind)
    }

    /// The type of a template: the one it names, else the copied one.
    fn type_of(&self, types: &'g Types, own: Slot<NodeId>, copied: Option<NodeId>) -> TypeRef {
        let name = match own {
            Slot::Given(name) => Some(name),
            Slot::Unreadable => None,
            Slot::Absent => copied,
        };
        name.map_or(TypeRef::Unknown, |name| types.meaning(self.file.node(name)))
    }
}

/// A count that is written out; 1 where it is absent.
fn static_count(file: &File, count: Slot<&Count>) -> Option<u64> {
    match count {
        Slot::Given(count) => count.literal(file.tree()),
        Slot::Unreadable => None,
        Slot::Absent => Some(1),
    }
}

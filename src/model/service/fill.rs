//! Reads a service template: resolves its names and the targets of its requirements.

use std::sync::{Arc, OnceLock};

use crate::base::{DenseId as _, IndexVec};
use crate::keynames::{Either, NameKind, Slot};
use crate::load::File;
use crate::model::types::{Requirements, TypeRef, Types};
use crate::resolve::Meaning;
use crate::syntax::{self, Count, IndexedName};
use crate::yaml::{NodeId, SourceNode};

use super::ids::{NodeTemplateId, RelationshipTemplateId};
use super::substitution;
use super::view::ServiceView;
use super::{Connection, NodeTemplate, RelationshipTemplate, RequirementAssignment, Service, Target};

/// The maximum number of copied templates that are searched for a type. A copy of a copy is not allowed and
/// was reported.
const MAX_COPIES: usize = 8;

/// Reads the service template of `file`.
pub(super) fn service(types: &Types, file: &File, template: &Arc<syntax::ServiceTemplate>) -> Service {
    let reader = Reader { types, file, template };
    let mut service = Service {
        file: file.id,
        template: Arc::clone(template),
        node_templates: IndexVec::default(),
        requirements: Vec::new(),
        relationship_templates: IndexVec::default(),
        substitution: None,
        by_name: OnceLock::new(),
    };
    if let Some(map) = &template.node_templates {
        service.node_templates = IndexVec::with_capacity(map.entries.len());
        let assigned = |(_, written): &(_, Arc<syntax::NodeTemplate>)| {
            written.requirements.as_ref().map_or(0, |list| list.entries.len())
        };
        service.requirements.reserve_exact(map.entries.iter().map(assigned).sum());
        for (index, (key, written)) in map.entries.iter().enumerate() {
            reader.node_template(&mut service, NodeTemplateId::from_index(index), *key, written);
        }
    }
    if let Some(map) = &template.relationship_templates {
        let entries = map.entries.iter().enumerate();
        let read = entries.map(|(index, (key, written))| {
            reader.relationship_template(RelationshipTemplateId::from_index(index), *key, written)
        });
        service.relationship_templates = read.collect();
    }
    service.substitution = substitution::read(ServiceView::new(types, &service));
    service
}

struct Reader<'g> {
    types: &'g Types,
    file: &'g File,
    template: &'g syntax::ServiceTemplate,
}

impl<'g> Reader<'g> {
    fn node_template(
        &self,
        service: &mut Service,
        id: NodeTemplateId,
        key: NodeId,
        written: &Arc<syntax::NodeTemplate>,
    ) {
        let copied = written.copy.and_then(|name| self.node_template_named(name.node));
        let copied = copied.filter(|copied| *copied != id);
        let source = copied.and_then(|copied| self.written_node_template(copied));
        let directives = written.directives.as_ref().or_else(|| source?.directives.as_ref());
        let directive_nodes = directives.map_or(&[][..], |directives| &directives.words);
        let is_select = |word: &NodeId| self.file.node(*word).text() == "select";
        let next = |source: &&'g syntax::NodeTemplate| {
            self.written_node_template(self.node_template_named(source.copy?.node)?)
        };
        let mut sources = std::iter::successors(source, next).take(MAX_COPIES);
        let copied_type = sources.find_map(|source| source.node_type).map(|name| name.node);
        let node_type = self.type_of(written.node_type().map(|name| name.node), copied_type);
        let copied_count = || source.map_or(Slot::Absent, syntax::NodeTemplate::count);
        let first = service.requirements.len();
        self.add_requirements(service, id, written, node_type);
        service.node_templates.push(NodeTemplate {
            id,
            key: self.source_node(key),
            written: Arc::clone(written),
            copied,
            node_type,
            // A template without keynames was reported, and may have a count.
            count: if node_type == TypeRef::Unknown && written.node_type().is_absent() {
                None
            } else {
                self.count(written.count().or_else(copied_count))
            },
            is_selected: !directive_nodes.is_empty() && directive_nodes.iter().all(is_select),
            may_be_selected: directive_nodes.iter().any(is_select),
            requirements: entry_index(first)..entry_index(service.requirements.len()),
        });
    }

    fn relationship_template(
        &self,
        id: RelationshipTemplateId,
        key: NodeId,
        written: &Arc<syntax::RelationshipTemplate>,
    ) -> RelationshipTemplate {
        let copied = written.copy.and_then(|name| self.relationship_template_named(name.node));
        let copied = copied.filter(|copied| *copied != id);
        let source = copied.and_then(|copied| self.written_relationship_template(copied));
        let next = |source: &&'g syntax::RelationshipTemplate| {
            self.written_relationship_template(self.relationship_template_named(source.copy?.node)?)
        };
        let mut sources = std::iter::successors(source, next).take(MAX_COPIES);
        let copied_type = sources.find_map(|source| source.relationship_type).map(|name| name.node);
        let relationship_type = self.type_of(written.relationship_type().map(|name| name.node), copied_type);
        let (key, written) = (self.source_node(key), Arc::clone(written));
        RelationshipTemplate { id, key, written, copied, relationship_type }
    }

    /// Adds the requirement assignments of a node template of the type `node_type`.
    fn add_requirements(
        &self,
        service: &mut Service,
        owner: NodeTemplateId,
        template: &syntax::NodeTemplate,
        node_type: TypeRef,
    ) {
        let Some(list) = &template.requirements else { return };
        let ty = self.types.defined(node_type);
        service.requirements.extend(list.entries.iter().map(|entry| {
            let written = &entry.value.0;
            let name = self.file.node(entry.key).text();
            RequirementAssignment {
                key: self.source_node(entry.key),
                owner,
                written: Arc::clone(written),
                definition: ty.and_then(|ty| self.types.member(ty, Requirements, name)),
                target: match written.target() {
                    Slot::Given(target) => self.target(target),
                    Slot::Unreadable => Target::Unknown,
                    Slot::Absent => Target::Open,
                },
                connection: match written.relationship() {
                    Slot::Given(Either::Short(name)) => self.connection(name.node),
                    Slot::Given(Either::Long(assignment)) => match assignment.relationship_type() {
                        Slot::Given(name) => Connection::Type(self.meaning(name.node)),
                        // A key that is not a keyname may stand for the type.
                        Slot::Absent if assignment.unread.has_keynames_only() => Connection::Open,
                        Slot::Unreadable | Slot::Absent => Connection::Unknown,
                    },
                    Slot::Unreadable => Connection::Unknown,
                    Slot::Absent => Connection::Open,
                },
                count: self.count(written.count()),
            }
        }));
    }

    fn target(&self, written: &IndexedName) -> Target {
        let (name, index) = match written {
            IndexedName::Name(name) => (name.node, None),
            IndexedName::Indexed(name, index) => (name.node, Some(self.source_node(*index))),
        };
        if let Some(id) = self.node_template_named(name) {
            return Target::Template(id, index);
        }
        self.type_named(name, NameKind::NodeType).map_or(Target::Unknown, Target::Type)
    }

    fn connection(&self, name: NodeId) -> Connection {
        if let Some(id) = self.relationship_template_named(name) {
            return Connection::Template(id);
        }
        self.type_named(name, NameKind::RelationshipType).map_or(Connection::Unknown, Connection::Type)
    }

    /// Returns the type of `kind` that a name means, or `None` if it means something else.
    fn type_named(&self, name: NodeId, kind: NameKind) -> Option<TypeRef> {
        match self.meaning(name) {
            TypeRef::Defined(id) if self.types.names.definition(id).kind == kind => {
                Some(TypeRef::Defined(id))
            }
            _ => None,
        }
    }

    /// Returns the type of a template: the type that it names, or else the type of the copied template.
    fn type_of(&self, written: Slot<NodeId>, copied: Option<NodeId>) -> TypeRef {
        let name = match written {
            Slot::Given(name) => Some(name),
            Slot::Unreadable => None,
            Slot::Absent => copied,
        };
        name.map_or(TypeRef::Unknown, |name| self.meaning(name))
    }

    /// Returns a literal count, 1 if it is absent, or `None` if it is not a literal.
    fn count(&self, count: Slot<&Count>) -> Option<u64> {
        match count {
            Slot::Given(count) => count.literal(self.file.tree()),
            Slot::Unreadable => None,
            Slot::Absent => Some(1),
        }
    }

    fn node_template_named(&self, name: NodeId) -> Option<NodeTemplateId> {
        let count = self.template.node_templates.as_ref()?.entries.len();
        self.entry_named(name, NameKind::NodeTemplate, count).map(NodeTemplateId::from_index)
    }

    fn relationship_template_named(&self, name: NodeId) -> Option<RelationshipTemplateId> {
        let count = self.template.relationship_templates.as_ref()?.entries.len();
        self.entry_named(name, NameKind::RelationshipTemplate, count).map(RelationshipTemplateId::from_index)
    }

    /// Returns the index of the template of `kind` that a name means, if it is below `count`.
    fn entry_named(&self, name: NodeId, kind: NameKind, count: usize) -> Option<usize> {
        let Some(Meaning::Definition(id)) = self.types.names.meaning(self.file.id, name) else { return None };
        let definition = self.types.names.definition(id);
        let index = definition.entry.filter(|_| definition.kind == kind)? as usize;
        (index < count).then_some(index)
    }

    fn written_node_template(&self, id: NodeTemplateId) -> Option<&'g syntax::NodeTemplate> {
        Some(&self.template.node_templates.as_ref()?.entries.get(id.index())?.1)
    }

    fn written_relationship_template(
        &self,
        id: RelationshipTemplateId,
    ) -> Option<&'g syntax::RelationshipTemplate> {
        Some(&self.template.relationship_templates.as_ref()?.entries.get(id.index())?.1)
    }

    fn meaning(&self, name: NodeId) -> TypeRef {
        self.types.meaning(self.file.node(name))
    }

    fn source_node(&self, node: NodeId) -> SourceNode {
        SourceNode { file: self.file.id, node }
    }
}

/// Converts an index in a list of entries: a file has fewer entries than nodes.
fn entry_index(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

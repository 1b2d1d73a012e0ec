//! What names of templates, groups, workflows and types mean in a service template (TOSCA 2.0 §13.2, §16).

use crate::grammar::NameKind;
use crate::model::types::TypeRef;
use crate::resolve::{Definition, Meaning};
use crate::syntax::{GroupDefinition, WorkflowDefinition};
use crate::yaml::{Node, NodeId};

use super::view::{NodeTemplateView, ServiceView};

/// A group of a service template.
#[derive(Clone, Copy, Debug)]
pub struct GroupView<'m> {
    service: ServiceView<'m>,
    key: NodeId,
    written: &'m GroupDefinition,
}

/// A member of a group, or a target of a policy or workflow step.
#[derive(Clone, Copy, Debug)]
pub enum Member<'m> {
    /// A node template.
    NodeTemplate(NodeTemplateView<'m>),
    /// A group.
    Group(GroupView<'m>),
}

impl<'m> GroupView<'m> {
    /// The key that names it.
    #[must_use]
    pub fn key(self) -> Node<'m> {
        self.service.node(self.key)
    }

    /// The group as it is written.
    #[must_use]
    pub fn written(self) -> &'m GroupDefinition {
        self.written
    }

    /// Its type; none where it names none.
    #[must_use]
    pub fn group_type(self) -> Option<TypeRef> {
        self.written.group_type.map(|name| self.service.type_named(name.node))
    }

    /// The names of its members.
    #[must_use]
    pub fn members(self) -> impl DoubleEndedIterator<Item = NodeId> {
        let members = self.written.members.iter();
        members.flat_map(|members| members.0.items.iter().map(|name| name.node))
    }
}

impl<'m> ServiceView<'m> {
    /// The groups that could be read, in order.
    pub fn groups(self) -> impl Iterator<Item = GroupView<'m>> {
        let groups = self.template().groups.iter().flat_map(|map| &map.entries);
        groups.map(move |(key, written)| GroupView { service: self, key: *key, written })
    }

    /// The node template or group that the name at a node means.
    #[must_use]
    pub fn member(self, name: NodeId) -> Option<Member<'m>> {
        let definition = self.defined(name)?;
        let entry = definition.entry? as usize;
        match definition.kind {
            NameKind::NodeTemplate => self.node_templates().get(entry).map(Member::NodeTemplate),
            NameKind::Group => {
                let (key, written) = self.template().groups.as_ref()?.entries.get(entry)?;
                Some(Member::Group(GroupView { service: self, key: *key, written }))
            }
            _ => None,
        }
    }

    /// The workflow that the name at a node means, and its place among those that could be read.
    #[must_use]
    pub fn workflow(self, name: NodeId) -> Option<(usize, &'m WorkflowDefinition)> {
        let definition = self.defined(name)?;
        let entry = definition.entry.filter(|_| definition.kind == NameKind::Workflow)? as usize;
        let (_, workflow) = self.template().workflows.as_ref()?.entries.get(entry)?;
        Some((entry, workflow))
    }

    /// The type that the name at a node means.
    #[must_use]
    pub fn type_named(self, name: NodeId) -> TypeRef {
        self.types().meaning(self.node(name))
    }

    fn defined(self, name: NodeId) -> Option<&'m Definition> {
        let names = &self.types().names;
        match names.meaning(self.file().id, name)? {
            Meaning::Definition(id) => Some(names.definition(id)),
            _ => None,
        }
    }
}

//! Views of groups, policies and workflows, with the meanings of their names (TOSCA 2.0 §13.2, §16).

use crate::keynames::NameKind;
use crate::model::types::TypeRef;
use crate::resolve::Definition;
use crate::syntax::{ActivityFields, GroupDefinition, PolicyDefinition, WorkflowDefinition, WorkflowStep};
use crate::yaml::{NodeId, YamlNode};

use super::view::{NodeTemplateView, ServiceView};

/// A named part of a service template, which resolves the names in it.
#[derive(Debug)]
pub struct NamedPart<'m, T> {
    service: ServiceView<'m>,
    key: NodeId,
    written: &'m T,
}

/// A group of a service template.
pub type GroupView<'m> = NamedPart<'m, GroupDefinition>;
/// A policy of a service template.
pub type PolicyView<'m> = NamedPart<'m, PolicyDefinition>;
/// A workflow of a service template.
pub type WorkflowView<'m> = NamedPart<'m, WorkflowDefinition>;
/// A step of a workflow.
pub type StepView<'m> = NamedPart<'m, WorkflowStep>;

impl<T> Clone for NamedPart<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for NamedPart<'_, T> {}

/// A member of a group, or a target of a policy or workflow step.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Member<'m> {
    /// A node template.
    NodeTemplate(NodeTemplateView<'m>),
    /// A group.
    Group(GroupView<'m>),
}

impl<'m, T> NamedPart<'m, T> {
    /// Returns the key that names it.
    #[must_use]
    pub fn key(self) -> YamlNode<'m> {
        self.service.node(self.key)
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'m str {
        self.key().text()
    }

    /// Returns the parsed definition.
    #[must_use]
    pub fn written(self) -> &'m T {
        self.written
    }

    /// Returns the service template that contains it.
    #[must_use]
    pub fn service(self) -> ServiceView<'m> {
        self.service
    }
}

impl GroupView<'_> {
    /// Returns its type, or `None` if it names no type.
    #[must_use]
    pub fn group_type(self) -> Option<TypeRef> {
        self.written.group_type.map(|name| self.service.type_named(name.node))
    }

    /// Returns the names of its members.
    #[must_use]
    pub fn members(self) -> impl DoubleEndedIterator<Item = NodeId> {
        let members = self.written.members.iter();
        members.flat_map(|members| members.0.items.iter().map(|name| name.node))
    }
}

impl PolicyView<'_> {
    /// Returns its type, or `None` if it names no type.
    #[must_use]
    pub fn policy_type(self) -> Option<TypeRef> {
        self.written.policy_type.map(|name| self.service.type_named(name.node))
    }

    /// Returns the names of its targets.
    #[must_use]
    pub fn targets(self) -> impl DoubleEndedIterator<Item = NodeId> {
        let targets = self.written.targets.iter();
        targets.flat_map(|targets| targets.0.items.iter().map(|name| name.node))
    }
}

impl<'m> WorkflowView<'m> {
    /// Returns the steps that could be read, in order.
    pub fn steps(self) -> impl Iterator<Item = StepView<'m>> {
        let steps = self.written.steps.iter().flat_map(|steps| &steps.entries);
        steps.map(move |(key, written)| NamedPart { service: self.service, key: *key, written })
    }
}

impl<'m> StepView<'m> {
    /// Returns the node template or group that it acts on.
    #[must_use]
    pub fn target(self) -> Option<Member<'m>> {
        self.service.member(self.written.target?.node)
    }

    /// Returns its activities, in order.
    pub fn activities(self) -> impl Iterator<Item = &'m ActivityFields> {
        self.written.activities.iter().flat_map(|list| &list.items).map(|activity| &*activity.0)
    }
}

impl<'m> ServiceView<'m> {
    /// Returns the groups that could be read, in order.
    pub fn groups(self) -> impl Iterator<Item = GroupView<'m>> {
        let groups = self.template().groups.iter().flat_map(|map| &map.entries);
        groups.map(move |(key, written)| NamedPart { service: self, key: *key, written })
    }

    /// Returns the policies that could be read, in order.
    pub fn policies(self) -> impl Iterator<Item = PolicyView<'m>> {
        let policies = self.template().policies.iter().flat_map(|list| &list.entries);
        policies.map(move |entry| NamedPart { service: self, key: entry.key, written: &entry.value })
    }

    /// Returns the workflows that could be read, in order.
    pub fn workflows(self) -> impl Iterator<Item = WorkflowView<'m>> {
        let workflows = self.template().workflows.iter().flat_map(|map| &map.entries);
        workflows.map(move |(key, written)| NamedPart { service: self, key: *key, written })
    }

    /// Returns the workflow that contains a node of the file.
    #[must_use]
    pub fn workflow_around(self, node: YamlNode<'_>) -> Option<WorkflowView<'m>> {
        let (key, written) = self.template().workflows.as_ref()?.entry_containing(node)?;
        Some(NamedPart { service: self, key: *key, written })
    }

    /// Returns the node template or group that a name means.
    #[must_use]
    pub fn member(self, name: NodeId) -> Option<Member<'m>> {
        let definition = self.defined(name)?;
        let entry = definition.entry? as usize;
        match definition.kind {
            NameKind::NodeTemplate => self.node_templates().get(entry).map(Member::NodeTemplate),
            NameKind::Group => {
                let (key, written) = self.template().groups.as_ref()?.entries.get(entry)?;
                Some(Member::Group(NamedPart { service: self, key: *key, written }))
            }
            _ => None,
        }
    }

    /// Returns the workflow that a name means, with its index among the workflows that could be read.
    #[must_use]
    pub fn workflow(self, name: NodeId) -> Option<(usize, WorkflowView<'m>)> {
        let definition = self.defined(name)?;
        let entry = definition.entry.filter(|_| definition.kind == NameKind::Workflow)? as usize;
        let (key, written) = self.template().workflows.as_ref()?.entries.get(entry)?;
        Some((entry, NamedPart { service: self, key: *key, written }))
    }

    /// Returns the type that a name means.
    #[must_use]
    pub fn type_named(self, name: NodeId) -> TypeRef {
        self.types().meaning(self.node(name))
    }

    fn defined(self, name: NodeId) -> Option<&'m Definition> {
        let id = self.types().definition_named(self.node(name))?;
        Some(self.types().names.definition(id))
    }
}

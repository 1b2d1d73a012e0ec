//! The nodes of groups, including those of nested groups (TOSCA 2.0 §16.2).

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use crate::yaml::NodeId;

use super::ids::NodeTemplateId;
use super::names::{GroupView, Member};
use super::view::{NodeTemplateView, ServiceView};

/// The maximum number of nodes and nested groups of a group that are considered; with more, it is incomplete.
const MAX_MEMBERS: usize = 500;

/// The nodes of a group, including the ones of nested groups.
pub(crate) struct GroupNodes<'m> {
    /// The node templates, each once: those of the group, then those of nested groups.
    pub(crate) templates: Vec<NodeTemplateView<'m>>,
    /// Whether there are certainly no others.
    pub(crate) is_complete: bool,
}

impl<'m> GroupView<'m> {
    /// Returns the nodes of the group and of its nested groups.
    #[must_use]
    pub(crate) fn nodes(self) -> GroupNodes<'m> {
        let mut nodes = GroupNodes { templates: Vec::new(), is_complete: true };
        let mut seen_groups: FxHashSet<NodeId> = FxHashSet::from_iter([self.key().id()]);
        let mut seen_templates: FxHashSet<NodeTemplateId> = FxHashSet::default();
        let mut queue = VecDeque::from([self]);
        while let Some(group) = queue.pop_front() {
            let (service, group) = (group.service(), group.written());
            nodes.is_complete &= group.unread.has_keynames_only() && !group.members().is_unreadable();
            let Some(list) = &group.members else { continue };
            nodes.is_complete &= !list.0.is_incomplete;
            for item in &list.0.items {
                match service.member(item.node) {
                    Some(Member::NodeTemplate(template)) => {
                        if seen_templates.insert(template.id) {
                            nodes.templates.push(template);
                        }
                    }
                    Some(Member::Group(inner)) => {
                        if seen_groups.insert(inner.key().id()) {
                            queue.push_back(inner);
                        }
                    }
                    None => nodes.is_complete = false,
                }
                if seen_templates.len() + seen_groups.len() > MAX_MEMBERS {
                    nodes.is_complete = false;
                    return nodes;
                }
            }
        }
        nodes
    }
}

/// Returns the nodes of a list of targets: node templates, and groups with their nodes.
#[must_use]
pub(crate) fn nodes_of_targets(
    service: ServiceView<'_>,
    targets: impl IntoIterator<Item = NodeId>,
) -> GroupNodes<'_> {
    let mut nodes = GroupNodes { templates: Vec::new(), is_complete: true };
    for target in targets {
        match service.member(target) {
            Some(Member::NodeTemplate(template)) => nodes.templates.push(template),
            Some(Member::Group(group)) => {
                let inner = group.nodes();
                nodes.is_complete &= inner.is_complete;
                nodes.templates.extend(inner.templates);
            }
            None => nodes.is_complete = false,
        }
        if nodes.templates.len() > MAX_MEMBERS {
            nodes.is_complete = false;
            break;
        }
    }
    nodes
}

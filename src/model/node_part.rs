//! Finds the part of a node type or node template that contains a value, as far as rules depend on it.

use crate::load::FileGraph;
use crate::yaml::YamlNode;

/// A part of a node type or node template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodePart {
    /// The `count` of a node template.
    Count,
    /// The `count` of a requirement assignment.
    CountOfRequirement,
    /// Anything else in a requirement definition or requirement assignment.
    Requirement,
    /// Anything else.
    Other,
}

impl NodePart {
    /// Returns the part that contains `node`, or `None` outside of node types and node templates.
    #[must_use]
    pub fn enclosing(graph: &FileGraph, node: YamlNode<'_>) -> Option<Self> {
        let file = graph.file(node.tree().file());
        let root = file.syntax()?;
        let is_in = |part| file.node(part).contains(node);
        if let Some((_, node_type)) = root.node_types.as_ref().and_then(|types| types.entry_containing(node))
        {
            let is_requirement = node_type.requirements.as_ref().is_some_and(|list| is_in(list.node));
            return Some(if is_requirement { Self::Requirement } else { Self::Other });
        }
        let (_, template) =
            root.service_template.as_ref()?.node_templates.as_ref()?.entry_containing(node)?;
        if template.count.is_some_and(|count| is_in(count.0)) {
            return Some(Self::Count);
        }
        let Some(requirements) = template.requirements.as_ref().filter(|list| is_in(list.node)) else {
            return Some(Self::Other);
        };
        let mut counts = requirements.entries.iter().filter_map(|entry| entry.value.0.count);
        let is_count = counts.any(|count| is_in(count.0));
        Some(if is_count { Self::CountOfRequirement } else { Self::Requirement })
    }
}

//! Where a call stands, as far as that decides what it may read.

use crate::load::File;
use crate::syntax::{Outgoing, ParameterDefinition, ServiceTemplate};
use crate::yaml::Node;

use crate::values::check::Checker;

/// The part of a file around a node: the names of the keys that lead there, from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'g> {
    /// The section of the file.
    pub(super) section: &'g str,
    /// The section of the service template, where it stands in one.
    pub(super) part: Option<&'g str>,
    /// The section itself.
    map: Node<'g>,
}

impl<'g> Place<'g> {
    /// Where `node` stands.
    pub(super) fn of(node: Node<'g>) -> Option<Self> {
        let (section, value) = step(node.tree().root()?, node)?;
        if section != "service_template" {
            return Some(Self { section, part: None, map: value });
        }
        let inner = step(value, node);
        Some(Self {
            section,
            part: inner.map(|(part, _)| part),
            map: inner.map_or(value, |(_, value)| value),
        })
    }

    /// Whether it stands below the keyname `name` of its definition.
    pub(super) fn is_below(&self, node: Node<'g>, name: &str) -> bool {
        let below = step(self.map, node).and_then(|(_, definition)| definition.get(name));
        below.is_some_and(|below| below.holds(node))
    }
}

/// The entry of a map, or of a list of maps, that holds `node`.
fn step<'g>(map: Node<'g>, node: Node<'g>) -> Option<(&'g str, Node<'g>)> {
    let items = map.items().flat_map(Node::entries);
    let found = map.entries().chain(items).find(|(key, value)| value.holds(node) || key.holds(node));
    found.map(|(key, value)| (key.text(), value))
}

impl<'g> Checker<'_, 'g> {
    /// The file that holds a node, and its service template where the node stands in it.
    pub(super) fn template(&self, node: Node<'g>) -> Option<(&'g File, &'g ServiceTemplate)> {
        let file = self.types.graph.file(node.tree().file());
        let template = file.syntax.root.as_ref()?.service_template.as_ref()?;
        file.node(template.node).holds(node).then_some((file, template))
    }
}

/// The inputs of the workflow around a node, where it stands in one, but not among them.
pub(super) fn workflow_inputs<'g>(
    file: &'g File,
    template: &'g ServiceTemplate,
    node: Node<'g>,
) -> Option<Vec<(Node<'g>, Option<&'g ParameterDefinition>)>> {
    let workflows = template.workflows.as_ref()?;
    let (_, workflow) =
        workflows.entries.iter().find(|(_, workflow)| file.node(workflow.node).holds(node))?;
    if workflow.inputs.as_ref().is_some_and(|inputs| file.node(inputs.node).holds(node)) {
        return None;
    }
    let inputs = workflow.inputs.iter().flat_map(|inputs| &inputs.entries);
    let known = inputs.map(|(key, input)| match input {
        Outgoing::Definition(definition) => (file.node(*key), Some(&**definition)),
        Outgoing::Value(_) => (file.node(*key), None),
    });
    Some(known.collect())
}

/// The value behind a key of a section of the file, or of the service template.
pub(super) fn value_of(key: Node<'_>) -> Option<Node<'_>> {
    let mut at = key.tree().root()?;
    while at.holds(key) {
        let (other, value) = at.entries().find(|(other, value)| other.holds(key) || value.holds(key))?;
        if other.id() == key.id() {
            return Some(value);
        }
        at = value;
    }
    None
}

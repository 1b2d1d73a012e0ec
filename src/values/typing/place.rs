//! Where a call stands, as far as that decides what it may read.

use crate::load::FileGraph;
use crate::yaml::Node;

/// The part of a file around a node: the names of the keys that lead there, from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'g> {
    /// The section of the file.
    pub(super) section: &'g str,
    /// The section of the service template, where it stands in one.
    pub(super) part: Option<&'g str>,
}

impl<'g> Place<'g> {
    /// Where `node` stands. An expression stands where an output does.
    pub(super) fn of(graph: &FileGraph, node: Node<'g>) -> Option<Self> {
        if graph.expression == Some(node.tree().file()) {
            return Some(Self { section: "service_template", part: Some("outputs") });
        }
        let (section, value) = step(node.tree().root()?, node)?;
        let inner = if section == "service_template" { step(value, node) } else { None };
        Some(Self { section, part: inner.map(|(part, _)| part) })
    }
}

/// The node type or node template around a node.
fn definition<'g>(graph: &FileGraph, node: Node<'g>) -> Option<Node<'g>> {
    let root = graph.file(node.tree().file()).syntax()?;
    let template = || root.service_template.as_ref()?.node_templates.as_ref()?.around(node);
    let of = root.node_types.as_ref().and_then(|map| map.around(node)).map(|(key, _)| *key);
    let key = of.or_else(|| template().map(|(key, _)| *key))?;
    Some(node.tree().node(key).entry_value())
}

/// Whether a node stands below the keyname `name` of a node type or node template.
pub(super) fn is_below(graph: &FileGraph, node: Node<'_>, name: &str) -> bool {
    let below = definition(graph, node).and_then(|definition| definition.get(name));
    below.is_some_and(|below| below.holds(node))
}

/// Whether a node stands in the `count` of a requirement assignment.
pub(super) fn is_count_of_requirement(graph: &FileGraph, node: Node<'_>) -> bool {
    let requirements = definition(graph, node).and_then(|template| template.get("requirements"));
    let fields = requirements.and_then(|list| step(list, node)).map(|(_, fields)| fields);
    fields.and_then(|fields| fields.get("count")).is_some_and(|count| count.holds(node))
}

/// The entry of a map, or of a list of maps, that holds `node`.
fn step<'g>(map: Node<'g>, node: Node<'g>) -> Option<(&'g str, Node<'g>)> {
    let items = map.items().flat_map(Node::entries);
    let found = map.entries().chain(items).find(|(key, value)| value.holds(node) || key.holds(node));
    found.map(|(key, value)| (key.text(), value))
}

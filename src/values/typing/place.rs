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
    /// The section itself.
    map: Node<'g>,
}

impl<'g> Place<'g> {
    /// Where `node` stands. An expression stands where an output does.
    pub(super) fn of(graph: &FileGraph, node: Node<'g>) -> Option<Self> {
        if graph.expression == Some(node.tree().file()) {
            let (section, part) = ("service_template", Some("outputs"));
            return Some(Self { section, part, map: node.tree().root()? });
        }
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

    /// Whether it stands in the `count` of a requirement assignment.
    pub(super) fn is_count_of_requirement(&self, node: Node<'g>) -> bool {
        let template = step(self.map, node).map(|(_, template)| template);
        let requirements = template.and_then(|template| template.get("requirements"));
        let fields = requirements.and_then(|list| step(list, node)).map(|(_, fields)| fields);
        fields.and_then(|fields| fields.get("count")).is_some_and(|count| count.holds(node))
    }
}

/// The entry of a map, or of a list of maps, that holds `node`.
fn step<'g>(map: Node<'g>, node: Node<'g>) -> Option<(&'g str, Node<'g>)> {
    let items = map.items().flat_map(Node::entries);
    let found = map.entries().chain(items).find(|(key, value)| value.holds(node) || key.holds(node));
    found.map(|(key, value)| (key.text(), value))
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

//! Names in a tree that was read from XML.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::yaml::{NodeId, Tree, YamlNode};

pub(super) use crate::dialects::element::{Element, local};

/// The name of an addition of Winery, with its namespace in braces.
macro_rules! winery {
    ($name:literal) => {
        concat!("{http://www.opentosca.org/winery/extensions/tosca/2013/02/12}", $name)
    };
}
pub(super) use winery;

/// The namespace of the additions of Winery, in braces.
pub(super) const WINERY: &str = winery!("");

/// The declarations of namespaces of a tree, by prefix and in the order of the tree.
#[derive(Debug, Default)]
pub(super) struct Namespaces(Vec<Declaration>);

#[derive(Debug)]
struct Declaration {
    /// The attribute that declares the prefix; its value is the namespace.
    attribute: NodeId,
    /// The nodes where it holds.
    nodes: Range<usize>,
    /// The index of the declaration of this prefix around it.
    outer: Option<usize>,
}

impl Namespaces {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut declarations = Vec::new();
        for node in tree.nodes().filter(|node| node.is_mapping()) {
            // The element itself, its key included.
            let nodes = node.id().index().saturating_sub(1)..node.next();
            for (key, _) in node.all_entries().take_while(|(key, _)| key.is_attribute()) {
                if declared(tree, key.id()).is_some() {
                    declarations.push(Declaration { attribute: key.id(), nodes: nodes.clone(), outer: None });
                }
            }
        }
        declarations.sort_by_key(|declaration| declared(tree, declaration.attribute));
        for index in 1..declarations.len() {
            let mut outer = Some(index - 1);
            let is_over = |outer: &Declaration| outer.nodes.end <= declarations[index].nodes.start;
            while let Some(known) = outer.map(|outer| &declarations[outer]).filter(|known| is_over(known)) {
                outer = known.outer;
            }
            let prefix = |index: usize| declared(tree, declarations[index].attribute);
            declarations[index].outer = outer.filter(|outer| prefix(*outer) == prefix(index));
        }
        Self(declarations)
    }

    /// Returns the namespace of `prefix` at `node`; the empty prefix is that of names without one.
    fn uri<'n>(&self, node: YamlNode<'n>, prefix: &str) -> Option<&'n str> {
        let at = node.id().index();
        let is_before = |declaration: &Declaration| {
            let known = declared(node.tree(), declaration.attribute).unwrap_or_default();
            (known, declaration.nodes.start) <= (prefix, at)
        };
        let mut index = self.0.partition_point(is_before).checked_sub(1);
        while let Some(here) = index {
            let declaration = self.0.get(here)?;
            let attribute = declaration.attribute;
            if declared(node.tree(), attribute) != Some(prefix) {
                return None;
            }
            if declaration.nodes.contains(&at) {
                return Some(node.tree().node(attribute).entry_value().text());
            }
            index = declaration.outer;
        }
        None
    }

    /// Returns the namespace and the local name of the qualified name that `node` has, or `None` if its prefix is not
    /// declared.
    pub(super) fn qualified<'n>(&self, node: YamlNode<'n>) -> Option<QName<'n>> {
        let text = node.text().trim();
        // Winery writes some names with their namespace in braces.
        if let Some((namespace, local)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) {
            return Some(QName { namespace, local });
        }
        let (prefix, local) = text.split_once(':').unwrap_or(("", text));
        let namespace = self.uri(node, prefix).or(prefix.is_empty().then_some(""))?;
        Some(QName { namespace, local })
    }
}

/// Returns the prefix that an attribute declares, if it declares one.
fn declared(tree: &Tree, attribute: NodeId) -> Option<&str> {
    let prefix = tree.node(attribute).text().strip_prefix("xmlns")?;
    Some(prefix.strip_prefix(':').unwrap_or(prefix))
}

/// A qualified name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QName<'n> {
    pub(super) namespace: &'n str,
    pub(super) local: &'n str,
}

/// What belongs to qualified names: for each local name its namespaces, which are few.
#[derive(Debug)]
pub(super) struct ByName<T>(FxHashMap<String, Vec<(String, T)>>);

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<T: Default> ByName<T> {
    pub(super) fn get(&self, name: QName<'_>) -> Option<&T> {
        let (_, value) = self.0.get(name.local)?.iter().find(|(namespace, _)| namespace == name.namespace)?;
        Some(value)
    }

    /// Returns what belongs to `name`, which is added if it is new.
    pub(super) fn entry(&mut self, name: QName<'_>) -> &mut T {
        let values = self.0.entry(name.local.to_owned()).or_default();
        let index = values.iter().position(|(namespace, _)| namespace == name.namespace);
        let index = index.unwrap_or_else(|| {
            values.push((name.namespace.to_owned(), T::default()));
            values.len() - 1
        });
        &mut values[index].1
    }
}

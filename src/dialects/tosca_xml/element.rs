//! Names in a tree that was read from XML.

use rustc_hash::FxHashMap;

use crate::yaml::{Tree, YamlNode};

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

/// The declarations of namespaces of a tree: by prefix, in the order of the tree.
#[derive(Debug, Default)]
pub(super) struct Namespaces {
    of_prefix: FxHashMap<String, Vec<Declaration>>,
}

#[derive(Debug)]
struct Declaration {
    /// The nodes where it holds.
    nodes: std::ops::Range<usize>,
    uri: String,
    /// The index of the declaration of this prefix around it.
    outer: Option<usize>,
}

impl Namespaces {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut namespaces = Self::default();
        for node in tree.nodes().filter(|node| node.is_mapping()) {
            let element = node.id().index()..node.next();
            for (key, value) in node.all_entries().take_while(|(key, _)| key.is_attribute()) {
                let Some(prefix) = key.text().strip_prefix("xmlns") else { continue };
                let prefix = prefix.trim_start_matches(':').to_owned();
                let known = namespaces.of_prefix.entry(prefix).or_default();
                let mut outer = known.len().checked_sub(1);
                while let Some(index) = outer.filter(|&index| known[index].nodes.end <= element.start) {
                    outer = known[index].outer;
                }
                // The element itself, its key included.
                let nodes = element.start.saturating_sub(1)..element.end;
                known.push(Declaration { nodes, uri: value.text().to_owned(), outer });
            }
        }
        namespaces
    }

    /// Returns the namespace of `prefix` at `node`; the empty prefix is that of names without one.
    fn uri(&self, node: YamlNode<'_>, prefix: &str) -> Option<&str> {
        let known = self.of_prefix.get(prefix)?;
        let at = node.id().index();
        let mut index = known.partition_point(|declaration| declaration.nodes.start <= at).checked_sub(1);
        while let Some(here) = index {
            let declaration = known.get(here)?;
            if declaration.nodes.contains(&at) {
                return Some(&declaration.uri);
            }
            index = declaration.outer;
        }
        None
    }

    /// Returns the namespace and the local name of the qualified name that `node` has, or `None` if its prefix is not
    /// declared.
    pub(super) fn qualified<'n>(&'n self, node: YamlNode<'n>) -> Option<QName<'n>> {
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

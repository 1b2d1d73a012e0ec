//! Names in a tree that was read from XML.

use rustc_hash::FxHashMap;

use crate::yaml::{Tree, YamlNode};

pub(super) use crate::dialects::element::{Element, local};

/// The namespace of the additions of Winery, in braces.
pub(super) const WINERY: &str = "{http://www.opentosca.org/winery/extensions/tosca/2013/02/12}";

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
            for (key, value) in node.all_entries() {
                let Some(prefix) = key.text().strip_prefix("@xmlns") else { continue };
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
    pub(super) fn qualified(&self, node: YamlNode<'_>) -> Option<QName> {
        let text = node.text().trim();
        // Winery writes some names with their namespace in braces.
        if let Some((namespace, local)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) {
            return Some(QName { namespace: namespace.to_owned(), local: local.to_owned() });
        }
        let (prefix, local) = text.split_once(':').unwrap_or(("", text));
        let namespace = self.uri(node, prefix).or(prefix.is_empty().then_some(""))?;
        Some(QName { namespace: namespace.to_owned(), local: local.to_owned() })
    }
}

/// A qualified name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct QName {
    pub(super) namespace: String,
    pub(super) local: String,
}

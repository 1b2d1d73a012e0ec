//! Elements of a tree that was read from XML.

use rustc_hash::FxHashMap;

use crate::yaml::{NodeId, Tree, YamlNode};

/// The namespace of the additions of Winery, in braces.
pub(super) const WINERY: &str = "{http://www.opentosca.org/winery/extensions/tosca/2013/02/12}";

/// An element: the node of its name, and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'t> {
    pub(super) key: YamlNode<'t>,
    pub(super) value: YamlNode<'t>,
}

impl<'t> Element<'t> {
    pub(super) fn new((key, value): (YamlNode<'t>, YamlNode<'t>)) -> Self {
        Self { key, value }
    }

    /// Returns the element whose name is the node `key`.
    pub(super) fn at(tree: &'t Tree, key: NodeId) -> Self {
        Self { key: tree.node(key), value: tree.node(NodeId::new(key.index() + 1)) }
    }

    /// Returns the elements in it.
    pub(super) fn children(self) -> impl Iterator<Item = Element<'t>> {
        self.entries().filter(|child| !child.name().starts_with(['@', '#']))
    }

    /// Returns its attributes, without the declarations of namespaces.
    pub(super) fn attributes(self) -> impl Iterator<Item = Element<'t>> {
        let is_attribute = |name: &str| name.starts_with('@') && !name.starts_with("@xmlns");
        self.entries().filter(move |entry| is_attribute(entry.name()))
    }

    fn entries(self) -> impl Iterator<Item = Element<'t>> {
        let entries = self.value.is_mapping().then(|| self.value.all_entries()).into_iter().flatten();
        entries.map(Element::new)
    }

    pub(super) fn children_named(self, name: &str) -> impl Iterator<Item = Element<'t>> {
        self.children().filter(move |child| child.name() == name)
    }

    pub(super) fn child(self, name: &str) -> Option<Element<'t>> {
        self.children_named(name).next()
    }

    /// Returns the items in the element `wrapper`.
    pub(super) fn items(self, wrapper: &str, item: &str) -> Vec<Element<'t>> {
        let wrapper = self.child(wrapper);
        wrapper.into_iter().flat_map(move |wrapper| wrapper.children_named(item)).collect()
    }

    /// The name: local if it is in the namespace of TOSCA, otherwise with its namespace in braces.
    pub(super) fn name(self) -> &'t str {
        self.key.text()
    }

    /// The name without its namespace.
    pub(super) fn local(self) -> &'t str {
        local(self.name())
    }

    /// Returns the value of an attribute without a namespace.
    pub(super) fn attribute(self, name: &str) -> Option<YamlNode<'t>> {
        let is_it = |entry: &Element<'t>| entry.name().strip_prefix('@') == Some(name);
        self.entries().find(is_it).map(|attribute| attribute.value)
    }

    /// Returns the trimmed text of an attribute that is not empty.
    pub(super) fn value_of(self, name: &str) -> Option<&'t str> {
        self.attribute(name).map(|value| value.text().trim()).filter(|text| !text.is_empty())
    }

    /// Whether an attribute is `yes`.
    pub(super) fn is_yes(self, name: &str) -> bool {
        self.value_of(name) == Some("yes")
    }

    /// Returns the text of an element without other elements, if it is not empty.
    pub(super) fn text(self) -> Option<YamlNode<'t>> {
        let text = if self.value.is_mapping() {
            self.entries().find(|entry| entry.name() == "#text")?.value
        } else {
            self.value
        };
        Some(text).filter(|text| !text.text().is_empty())
    }

    /// The tree that it is in.
    pub(super) fn tree(self) -> &'t Tree {
        self.key.tree()
    }
}

/// Returns a name without its namespace in braces.
pub(super) fn local(name: &str) -> &str {
    name.rsplit('}').next().unwrap_or_default()
}

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

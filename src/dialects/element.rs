//! Elements of a tree that was read from XML.

use crate::base::Symbol;
use crate::yaml::{NodeId, Tree, WORDS, YamlNode};

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
        self.entries().filter(|child| !child.key.is_attribute() && child.key.symbol() != Some(TEXT))
    }

    /// Returns its attributes, without the declarations of namespaces.
    pub(super) fn attributes(self) -> impl Iterator<Item = Element<'t>> {
        self.heading().filter(|entry| !entry.name().starts_with("xmlns"))
    }

    /// Returns the declarations of namespaces and the attributes, which come before everything else.
    pub(super) fn heading(self) -> impl Iterator<Item = Element<'t>> {
        self.entries().take_while(|entry| entry.key.is_attribute())
    }

    fn entries(self) -> impl Iterator<Item = Element<'t>> {
        let mut next = self.value.id().index() + 1;
        let end = if self.value.is_mapping() { self.value.next() } else { 0 };
        std::iter::from_fn(move || {
            let entry = (next < end).then(|| Element::at(self.tree(), NodeId::new(next)))?;
            next = entry.value.next();
            Some(entry)
        })
    }

    /// Returns the elements in it with this name.
    pub(super) fn children_named(self, name: &str) -> impl Iterator<Item = Element<'t>> {
        let name = Name::new(name);
        self.entries().filter(move |child| name.is_of(*child) && !child.key.is_attribute())
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
        let name = Name::new(name);
        self.heading().find(|entry| name.is_of(*entry)).map(|attribute| attribute.value)
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
            self.entries().find(|entry| entry.key.symbol() == Some(TEXT))?.value
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

/// The key of the text of an element with attributes or other elements.
const TEXT: Symbol = WORDS.symbol_of("#text");

/// A name to look for: that of a frequent element or attribute is compared as a number.
#[derive(Clone, Copy)]
enum Name<'n> {
    Word(Symbol),
    Text(&'n str),
}

impl<'n> Name<'n> {
    fn new(name: &'n str) -> Self {
        WORDS.symbol(name).map_or(Self::Text(name), Self::Word)
    }

    fn is_of(self, entry: Element<'_>) -> bool {
        match self {
            Self::Word(word) => entry.key.symbol() == Some(word),
            Self::Text(text) => entry.name() == text,
        }
    }
}

/// Returns a name without its namespace in braces.
pub(super) fn local(name: &str) -> &str {
    if name.starts_with('{') { name.rsplit('}').next().unwrap_or_default() } else { name }
}

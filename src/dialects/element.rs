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

    /// Returns the elements and attributes of a tree with any of these names, with what is in them.
    pub(super) fn all_named<'w>(
        tree: &'t Tree,
        words: &'w [Symbol],
    ) -> impl Iterator<Item = Element<'t>> + use<'t, 'w> {
        let has_any = words.iter().any(|word| tree.mentions(WORDS.text(*word)));
        let nodes = has_any.then(|| tree.nodes()).into_iter().flatten();
        let keys = nodes.filter(|node| node.word().is_some_and(|word| words.contains(&word)));
        keys.filter(|node| node.next_node().is_some()).map(|key| Element::at(tree, key.id()))
    }

    /// Returns the elements in it.
    pub(super) fn children(self) -> impl Iterator<Item = Element<'t>> {
        self.entries().filter(|child| !child.key.is_attribute() && child.key.word() != Some(TEXT))
    }

    /// Returns its attributes, without the declarations of namespaces.
    pub(super) fn attributes(self) -> impl Iterator<Item = Element<'t>> {
        self.heading().filter(|entry| !Name::of(*entry).is_declaration())
    }

    /// Returns the declarations of namespaces and the attributes, which come before everything else.
    pub(super) fn heading(self) -> impl Iterator<Item = Element<'t>> {
        self.entries().take_while(|entry| entry.key.is_attribute())
    }

    fn entries(self) -> impl Iterator<Item = Element<'t>> + use<'t> {
        Self::in_map(self.value)
    }

    /// Returns what is in the value of an element: the declarations of namespaces, the attributes, then everything else.
    pub(super) fn in_map(value: YamlNode<'t>) -> impl Iterator<Item = Element<'t>> + use<'t> {
        let mut next = value.id().index() + 1;
        let end = if value.is_mapping() { value.next() } else { 0 };
        std::iter::from_fn(move || {
            let entry = (next < end).then(|| Element::at(value.tree(), NodeId::new(next)))?;
            next = entry.value.next();
            Some(entry)
        })
    }

    /// Returns the elements in it with this name.
    pub(super) fn children_named<'n>(self, name: &'n str) -> impl Iterator<Item = Element<'t>> + use<'t, 'n> {
        let name = Name::new(name);
        self.entries().filter(move |child| name.is_of(*child) && !child.key.is_attribute())
    }

    pub(super) fn child(self, name: &str) -> Option<Element<'t>> {
        self.children_named(name).next()
    }

    /// Returns the items in the element `wrapper`.
    pub(super) fn items<'n>(
        self,
        wrapper: &str,
        item: &'n str,
    ) -> impl Iterator<Item = Element<'t>> + use<'t, 'n> {
        let wrapper = self.child(wrapper);
        wrapper.into_iter().flat_map(move |wrapper| wrapper.children_named(item))
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
            self.entries().find(|entry| entry.key.word() == Some(TEXT))?.value
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
/// The attribute with the namespace of names without a prefix.
const XMLNS: Symbol = WORDS.symbol_of("xmlns");

/// The name of an element or attribute. Frequent ones are compared as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name<'n> {
    Word(Symbol),
    Text(&'n str),
}

impl<'n> Name<'n> {
    pub(super) fn new(name: &'n str) -> Self {
        WORDS.symbol(name).map_or(Self::Text(name), Self::Word)
    }

    pub(super) fn of(entry: Element<'n>) -> Self {
        entry.key.word().map_or_else(|| Self::Text(entry.name()), Self::Word)
    }

    fn is_of(self, entry: Element<'_>) -> bool {
        match self {
            Self::Word(word) => entry.key.word() == Some(word),
            Self::Text(text) => entry.name() == text,
        }
    }

    fn text(self) -> &'n str {
        match self {
            Self::Word(word) => WORDS.text(word),
            Self::Text(text) => text,
        }
    }

    /// Whether it is in another namespace than that of TOSCA.
    pub(super) fn is_foreign(self) -> bool {
        self.text().starts_with('{')
    }

    /// Whether it declares a namespace.
    fn is_declaration(self) -> bool {
        match self {
            Self::Word(word) => word == XMLNS,
            Self::Text(name) => name.starts_with("xmlns:"),
        }
    }
}

/// Returns a name without its namespace in braces.
pub(super) fn local(name: &str) -> &str {
    if name.starts_with('{') { name.rsplit('}').next().unwrap_or_default() } else { name }
}

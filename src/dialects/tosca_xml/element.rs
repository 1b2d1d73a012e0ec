//! Names in a tree that was read from XML.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::base::Symbol;
use crate::yaml::{NodeId, Tree, WORDS, YamlNode};

pub(super) use crate::dialects::element::{Element, Name, local};

/// The name of an addition of Winery, with its namespace in braces.
macro_rules! winery {
    ($name:literal) => {
        concat!("{http://www.opentosca.org/winery/extensions/tosca/2013/02/12}", $name)
    };
}
pub(super) use winery;

/// The element that may be in each other one.
pub(super) const DOCUMENTATION: Symbol = WORDS.symbol_of("documentation");

/// The namespace of the additions of Winery, in braces.
pub(super) const WINERY: &str = winery!("");

/// The declarations of namespaces of a tree, by prefix and in the order of the tree.
#[derive(Debug, Default)]
pub(super) struct Namespaces(Vec<Declaration>);

#[derive(Debug)]
struct Declaration {
    prefix: Box<str>,
    /// The node of the namespace.
    uri: NodeId,
    /// The nodes where it holds.
    nodes: Range<usize>,
    /// The index of the declaration of this prefix around it.
    outer: Option<usize>,
}

impl Namespaces {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut declarations: Vec<Declaration> = Vec::new();
        for node in tree.nodes().filter(|node| node.is_mapping()) {
            // Declarations come before the attributes.
            for entry in Element::in_map(node).take_while(|entry| entry.key.is_attribute()) {
                let Some(prefix) = declared(entry.key.text()) else { break };
                // The element itself, its key included.
                let nodes = node.id().index().saturating_sub(1)..node.next();
                let uri = entry.value.id();
                declarations.push(Declaration { prefix: prefix.into(), uri, nodes, outer: None });
            }
        }
        declarations.sort_by(|one, other| one.prefix.cmp(&other.prefix));
        for index in 1..declarations.len() {
            let mut outer = Some(index - 1);
            let is_over = |outer: &Declaration| outer.nodes.end <= declarations[index].nodes.start;
            while let Some(known) = outer.map(|outer| &declarations[outer]).filter(|known| is_over(known)) {
                outer = known.outer;
            }
            let is_same = |outer: &usize| declarations[*outer].prefix == declarations[index].prefix;
            declarations[index].outer = outer.filter(is_same);
        }
        Self(declarations)
    }

    /// Returns the namespace of `prefix` at `node`; the empty prefix is that of names without one.
    fn uri<'n>(&self, node: YamlNode<'n>, prefix: &str) -> Option<&'n str> {
        let at = node.id().index();
        let is_before = |known: &Declaration| (known.prefix.as_ref(), known.nodes.start) <= (prefix, at);
        let mut index = self.0.partition_point(is_before).checked_sub(1);
        while let Some(here) = index {
            let known = self.0.get(here).filter(|known| *known.prefix == *prefix)?;
            if known.nodes.contains(&at) {
                return Some(node.tree().node(known.uri).text());
            }
            index = known.outer;
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
        let colon = text.bytes().position(|byte| byte == b':');
        let (prefix, local) = colon.map_or(("", text), |colon| (&text[..colon], &text[colon + 1..]));
        let namespace = self.uri(node, prefix).or(prefix.is_empty().then_some(""))?;
        Some(QName { namespace, local })
    }
}

/// Returns the prefix that an attribute declares, if it declares one.
fn declared(attribute: &str) -> Option<&str> {
    match attribute.strip_prefix("xmlns")? {
        "" => Some(""),
        prefix => prefix.strip_prefix(':'),
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

//! Finds the path from the root of a marked text to its mark, using the keyname tables.
//!
//! Input: a parsed text in which the word at the cursor is replaced by a mark. Output: a [`MarkPath`]. The
//! path may end inside a value that the tables do not describe; keys that no table has are not followed.

use crate::dialects::{self, Written};
use crate::keynames::{Entity as _, Expected, Meta};
use crate::syntax::ToscaFile;
use crate::yaml::{Kind, Tree, YamlNode};

use super::marked::Mark;
use crate::ide::keynames::{Entry, entries, table_entries};
use crate::ide::referent::TableKeyname;

/// A step from a node to one of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PathStep {
    /// To the value of a key.
    Key(String),
    /// To an item of a list.
    Item(usize),
}

/// The path from the root to the mark.
pub(super) struct MarkPath<'t> {
    /// The keys on the path, from the root: keynames, and names that authors chose. Items of lists have no
    /// key.
    pub(super) keys: Vec<String>,
    /// The keyname tables on the path, from the root, each with the key of its map; the root has none.
    pub(super) tables: Vec<(&'static Meta, Option<String>)>,
    /// The last keyname on the path.
    pub(super) keyname: Option<TableKeyname>,
    /// All steps on the path, from the root.
    pub(super) steps: Vec<PathStep>,
    /// The number of first steps that the tables describe; the others are inside a value.
    pub(super) described_count: usize,
    /// What the tables allow after these steps, or `None` for the root.
    pub(super) expected: Option<&'static Expected>,
    /// The role of the mark in the tree.
    pub(super) mark: MarkRole<'t>,
}

/// The role of the mark in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum MarkRole<'t> {
    /// A key of this map.
    Key(YamlNode<'t>),
    /// A scalar that is not a key.
    Scalar,
}

/// Returns the path to a mark of a tree, or `None` if it contains keys that no table has.
pub(super) fn find(tree: &Tree, mark: Mark) -> Option<MarkPath<'_>> {
    let (mark, root) = (tree.node(mark.node), tree.root()?);
    let table = match dialects::written(tree).0 {
        Written::In(table) => table,
        Written::Plain | Written::Other => ToscaFile::meta(),
    };
    let mut path = MarkPath {
        keys: Vec::new(),
        tables: vec![(table, None)],
        keyname: None,
        steps: Vec::new(),
        described_count: 0,
        expected: None,
        mark: MarkRole::Scalar,
    };
    let mut current = match path.enter(root, table_entries(root, table), mark)? {
        Entered::Value(part) => part,
        Entered::Mark(role) => return Some(MarkPath { mark: role, ..path }),
        Entered::Unknown => return None,
    };
    // Each iteration follows one step.
    loop {
        let (node, expected) = current;
        path.expected = Some(expected);
        path.described_count = path.steps.len();
        let is_map = node.kind() != Kind::Scalar && node.id() != mark.id();
        path.tables.extend(table_of(is_map, expected).map(|table| (table, path.keys.last().cloned())));
        if node.id() == mark.id() {
            return Some(path);
        }
        current = match expected {
            Expected::List(inner) | Expected::Either(Expected::List(inner), _) if node.is_sequence() => {
                let (index, item) = item_containing(node, mark)?;
                path.steps.push(PathStep::Item(index));
                (item, inner)
            }
            Expected::Named(_) if node.is_sequence() => {
                let (index, item) = item_containing(node, mark)?;
                path.steps.push(PathStep::Item(index));
                if item.id() == mark.id() {
                    // The item is a name that is being written; it will become a map with this key.
                    return Some(MarkPath { mark: MarkRole::Key(item), ..path });
                }
                match path.enter(item, entries(item, expected), mark)? {
                    Entered::Value(part) => part,
                    Entered::Mark(role) => return Some(MarkPath { mark: role, ..path }),
                    Entered::Unknown => return None,
                }
            }
            expected if has_described_keys(expected) && node.is_mapping() => {
                match path.enter(node, entries(node, expected), mark)? {
                    Entered::Value(part) => part,
                    Entered::Mark(role) => return Some(MarkPath { mark: role, ..path }),
                    Entered::Unknown => return follow_value(path, node, mark),
                }
            }
            _ => return follow_value(path, node, mark),
        };
    }
}

/// What contains the mark in a map.
enum Entered<'t> {
    /// The value of an entry, with what the tables allow there.
    Value((YamlNode<'t>, &'static Expected)),
    /// The mark, which is a key.
    Mark(MarkRole<'t>),
    /// An entry that the tables do not describe.
    Unknown,
}

impl MarkPath<'_> {
    /// Follows the step to the value that contains the mark, and adds it to the path; `described` are the
    /// entries of `map` that the tables describe.
    fn enter<'t>(
        &mut self,
        map: YamlNode<'t>,
        described: Vec<Entry<'t>>,
        mark: YamlNode<'t>,
    ) -> Option<Entered<'t>> {
        let (key, value) = map.entries().find(|(key, value)| key.contains(mark) || value.contains(mark))?;
        if key.id() == mark.id() {
            return Some(Entered::Mark(MarkRole::Key(map)));
        }
        let entry = described.into_iter().find(|entry| entry.key.id() == key.id() && value.contains(mark));
        let Some(Entry { keyname, expected, .. }) = entry else { return Some(Entered::Unknown) };
        self.keyname = keyname.or(self.keyname);
        self.keys.push(key.text().to_owned());
        self.steps.push(PathStep::Key(key.text().to_owned()));
        Some(Entered::Value((value, expected)))
    }
}

/// Follows the rest of the path, inside a value that the tables do not describe.
fn follow_value<'t>(
    mut path: MarkPath<'t>,
    mut node: YamlNode<'t>,
    mark: YamlNode<'t>,
) -> Option<MarkPath<'t>> {
    while node.id() != mark.id() {
        if let Some((index, item)) = item_containing(node, mark) {
            path.steps.push(PathStep::Item(index));
            node = item;
            continue;
        }
        let (key, value) = node.entries().find(|(key, value)| key.contains(mark) || value.contains(mark))?;
        if key.id() == mark.id() {
            path.mark = MarkRole::Key(node);
            return Some(path);
        }
        if key.contains(mark) {
            // A list as a key, as in substitution mappings.
            path.steps.push(PathStep::Key(String::new()));
            node = key;
            continue;
        }
        path.steps.push(PathStep::Key(key.text().to_owned()));
        node = value;
    }
    Some(path)
}

/// Returns the item of a list that contains the mark, with its index.
fn item_containing<'t>(node: YamlNode<'t>, mark: YamlNode<'t>) -> Option<(usize, YamlNode<'t>)> {
    node.items().enumerate().find(|(_, item)| item.contains(mark))
}

/// Whether the tables describe the keys of a map at a position where `expected` is allowed.
fn has_described_keys(expected: &'static Expected) -> bool {
    match expected {
        Expected::Entity(_) | Expected::Map(_) | Expected::Named(_) => true,
        Expected::Either(_, long) => has_described_keys(long),
        _ => false,
    }
}

/// Returns the keyname table at a position where `expected` is allowed and a map or something else is written.
fn table_of(is_map: bool, expected: &'static Expected) -> Option<&'static Meta> {
    match expected {
        Expected::Entity(meta) => Some(meta()),
        Expected::Either(short, long) if is_map => table_of(is_map, long).or_else(|| table_of(is_map, short)),
        _ => None,
    }
}

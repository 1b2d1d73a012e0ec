//! Finds the path from the root of a marked text to its mark, using the keyname tables.

use crate::dialects::{self, Written};
use crate::keynames::{Entity as _, Expected, Meta};
use crate::syntax::ToscaFile;
use crate::yaml::{Kind, Node};

use super::marked::Marked;
use crate::ide::keynames::{Entry, entries, of_table};
use crate::ide::referent::KeynameOf;

/// A step from a node to one of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To the value of a key.
    Key(String),
    /// To an item of a list.
    Item(usize),
}

/// The path from the root to the mark.
pub(super) struct Way<'t> {
    /// The keynames and chosen names on the path, from the root; without items of lists.
    pub(super) keys: Vec<String>,
    /// The keyname tables on the path, each with the key of its map.
    pub(super) tables: Vec<(&'static Meta, Option<String>)>,
    /// The last keyname on the way.
    pub(super) keyname: Option<KeynameOf>,
    /// All steps, from the root.
    pub(super) steps: Vec<Step>,
    /// The number of steps that the tables describe.
    pub(super) described: usize,
    /// The expected content of the last described part, or `None` for the root.
    pub(super) expected: Option<&'static Expected>,
    /// What the mark is.
    pub(super) end: End<'t>,
}

/// What the mark is.
#[derive(Clone, Copy, Debug)]
pub(super) enum End<'t> {
    /// A key of this map.
    Key(Node<'t>),
    /// A scalar that is not a key.
    Scalar,
}

/// Returns the path to the mark, or `None` if it contains keys that no table has.
pub(super) fn way(marked: &Marked) -> Option<Way<'_>> {
    let tree = &marked.tree;
    let (mark, root) = (tree.node(marked.mark), tree.root()?);
    let table = match dialects::written(tree).0 {
        Written::In(table) => table,
        Written::Plain | Written::Other => ToscaFile::meta(),
    };
    let mut way = Way {
        keys: Vec::new(),
        tables: vec![(table, None)],
        keyname: None,
        steps: Vec::new(),
        described: 0,
        expected: None,
        end: End::Scalar,
    };
    let mut current = match way.along(root, of_table(root, table), mark)? {
        Next::Part(part) => part,
        Next::End(end) => return Some(Way { end, ..way }),
        Next::Unknown => return None,
    };
    // Each iteration follows one step.
    loop {
        let (node, expected) = current;
        way.expected = Some(expected);
        way.described = way.steps.len();
        way.tables.extend(table_of(node, expected).map(|table| (table, way.keys.last().cloned())));
        if node.id() == mark.id() {
            return Some(way);
        }
        current = match expected {
            Expected::List(inner) | Expected::Either(Expected::List(inner), _) if node.is_sequence() => {
                let (number, item) = item_around(node, mark)?;
                way.steps.push(Step::Item(number));
                (item, inner)
            }
            Expected::Named(_) if node.is_sequence() => {
                let (number, item) = item_around(node, mark)?;
                way.steps.push(Step::Item(number));
                if item.id() == mark.id() {
                    // A name that is being written.
                    return Some(Way { end: End::Key(item), ..way });
                }
                match way.along(item, entries(item, expected), mark)? {
                    Next::Part(part) => part,
                    Next::End(end) => return Some(Way { end, ..way }),
                    Next::Unknown => return None,
                }
            }
            expected if is_map(expected) && node.is_mapping() => {
                match way.along(node, entries(node, expected), mark)? {
                    Next::Part(part) => part,
                    Next::End(end) => return Some(Way { end, ..way }),
                    Next::Unknown => return inside(way, node, mark),
                }
            }
            _ => return inside(way, node, mark),
        };
    }
}

/// The target of a step into a map.
enum Next<'t> {
    /// The value of an entry.
    Part((Node<'t>, &'static Expected)),
    /// The mark, which is a key.
    End(End<'t>),
    /// Something that the tables do not describe.
    Unknown,
}

impl Way<'_> {
    /// Follows the step to the value that contains the mark; `all` are the entries of `map` that the tables
    /// describe.
    fn along<'t>(&mut self, map: Node<'t>, all: Vec<Entry<'t>>, mark: Node<'t>) -> Option<Next<'t>> {
        let (key, value) = map.entries().find(|(key, value)| key.holds(mark) || value.holds(mark))?;
        if key.id() == mark.id() {
            return Some(Next::End(End::Key(map)));
        }
        let described = all.into_iter().find(|entry| entry.key.id() == key.id() && value.holds(mark));
        let Some(Entry { keyname, expected, .. }) = described else { return Some(Next::Unknown) };
        self.keyname = keyname.or(self.keyname);
        self.keys.push(key.text().to_owned());
        self.steps.push(Step::Key(key.text().to_owned()));
        Some(Next::Part((value, expected)))
    }
}

/// Follows the rest of the path, within a value.
fn inside<'t>(mut way: Way<'t>, mut node: Node<'t>, mark: Node<'t>) -> Option<Way<'t>> {
    while node.id() != mark.id() {
        if let Some((index, item)) = item_around(node, mark) {
            way.steps.push(Step::Item(index));
            node = item;
            continue;
        }
        let (key, value) = node.entries().find(|(key, value)| key.holds(mark) || value.holds(mark))?;
        if key.id() == mark.id() {
            way.end = End::Key(node);
            return Some(way);
        }
        if key.holds(mark) {
            // A list as a key, as in substitution mappings.
            way.steps.push(Step::Key(String::new()));
            node = key;
            continue;
        }
        way.steps.push(Step::Key(key.text().to_owned()));
        node = value;
    }
    Some(way)
}

fn item_around<'t>(node: Node<'t>, mark: Node<'t>) -> Option<(usize, Node<'t>)> {
    node.items().enumerate().find(|(_, item)| item.holds(mark))
}

/// Whether the tables describe keys of a map with this expectation.
fn is_map(expected: &'static Expected) -> bool {
    match expected {
        Expected::Entity(_) | Expected::Map(_) | Expected::Named(_) => true,
        Expected::Either(_, other) => is_map(other),
        _ => false,
    }
}

/// Returns the keyname table of a node.
fn table_of(node: Node<'_>, expected: &'static Expected) -> Option<&'static Meta> {
    match expected {
        Expected::Entity(meta) => Some(meta()),
        Expected::Either(one, other) if node.kind() != Kind::Scalar => {
            table_of(node, other).or_else(|| table_of(node, one))
        }
        _ => None,
    }
}

//! From the root of a marked text to its mark, along the keyname tables.

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
    /// To what stands behind a key.
    Key(String),
    /// To an item of a list.
    Item(usize),
}

/// How one comes to the mark.
pub(super) struct Way<'t> {
    /// The keynames and the names that the author chose, from the root on: without items of lists.
    pub(super) keys: Vec<String>,
    /// The keyname tables on the way, and what their maps are called: the key in front of each.
    pub(super) tables: Vec<(&'static Meta, Option<String>)>,
    /// The last keyname on the way.
    pub(super) keyname: Option<KeynameOf>,
    /// All steps from the root.
    pub(super) steps: Vec<Step>,
    /// How many of these lead to the part at which the tables end.
    pub(super) described: usize,
    /// What that part is; none for the root.
    pub(super) expected: Option<&'static Expected>,
    /// What stands at the mark.
    pub(super) end: End<'t>,
}

/// What stands at the mark.
#[derive(Clone, Copy, Debug)]
pub(super) enum End<'t> {
    /// A key of this map.
    Key(Node<'t>),
    /// A scalar that is no key.
    Scalar,
}

/// The way to the mark; none where it leads through keys that no table has.
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
    let mut at = match way.along(root, of_table(root, table), mark)? {
        Next::Part(part) => part,
        Next::End(end) => return Some(Way { end, ..way }),
        Next::Unknown => return None,
    };
    // Each turn leads to a part of the node.
    loop {
        let (node, expected) = at;
        way.expected = Some(expected);
        way.described = way.steps.len();
        way.tables.extend(table_of(node, expected).map(|table| (table, way.keys.last().cloned())));
        if node.id() == mark.id() {
            return Some(way);
        }
        at = match expected {
            Expected::List(inner) | Expected::Either(Expected::List(inner), _) if node.is_sequence() => {
                let (number, item) = item_around(node, mark)?;
                way.steps.push(Step::Item(number));
                (item, inner)
            }
            Expected::Named(_) if node.is_sequence() => {
                let (number, item) = item_around(node, mark)?;
                way.steps.push(Step::Item(number));
                if item.id() == mark.id() {
                    // A name is about to be written.
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

/// Where a step into a map leads.
enum Next<'t> {
    /// To the value of an entry.
    Part((Node<'t>, &'static Expected)),
    /// To the mark, which is a key.
    End(End<'t>),
    /// To something that the tables do not know.
    Unknown,
}

impl Way<'_> {
    /// Goes to the value in which the mark stands; `all` are the entries of `map` that the tables speak of.
    fn along<'t>(&mut self, map: Node<'t>, all: Vec<Entry<'t>>, mark: Node<'t>) -> Option<Next<'t>> {
        let (key, value) = map.entries().find(|(key, value)| key.holds(mark) || value.holds(mark))?;
        if key.id() == mark.id() {
            return Some(Next::End(End::Key(map)));
        }
        let found = all.into_iter().find(|entry| entry.key.id() == key.id() && value.holds(mark));
        let Some(Entry { keyname, expected, .. }) = found else { return Some(Next::Unknown) };
        self.keyname = keyname.or(self.keyname);
        self.keys.push(key.text().to_owned());
        self.steps.push(Step::Key(key.text().to_owned()));
        Some(Next::Part((value, expected)))
    }
}

/// The rest of the way, inside of a value.
fn inside<'t>(mut way: Way<'t>, mut node: Node<'t>, mark: Node<'t>) -> Option<Way<'t>> {
    while node.id() != mark.id() {
        if let Some((at, item)) = item_around(node, mark) {
            way.steps.push(Step::Item(at));
            node = item;
            continue;
        }
        let (key, value) = node.entries().find(|(key, value)| key.holds(mark) || value.holds(mark))?;
        if key.id() == mark.id() {
            way.end = End::Key(node);
            return Some(way);
        }
        if key.holds(mark) {
            // A list as a key: of a substitution mapping.
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

/// Whether something that is written as a map has keys that the tables speak of.
fn is_map(expected: &'static Expected) -> bool {
    match expected {
        Expected::Entity(_) | Expected::Map(_) | Expected::Named(_) => true,
        Expected::Either(_, other) => is_map(other),
        _ => false,
    }
}

/// The table by which a node is read.
fn table_of(node: Node<'_>, expected: &'static Expected) -> Option<&'static Meta> {
    match expected {
        Expected::Entity(meta) => Some(meta()),
        Expected::Either(one, other) if node.kind() != Kind::Scalar => {
            table_of(node, other).or_else(|| table_of(node, one))
        }
        _ => None,
    }
}

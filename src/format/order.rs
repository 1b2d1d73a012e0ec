//! Sorts keynames in the order of their tables.

use crate::dialects::Added;
use crate::keynames::{Expected, Meta};
use crate::yaml::{Builder, Node, Tree};

/// Returns the tree with the keynames of every entity in the order of its table; `table` is that of the root.
pub(super) fn arrange(tree: &Tree, root: Node<'_>, table: &'static Meta, added: &'static [Added]) -> Tree {
    let mut order = Order { builder: Builder::rewriting(tree), added };
    entity(root, table, &mut order);
    order.builder.finish()
}

/// The new tree, and the rows that are added to the tables.
struct Order {
    builder: Builder,
    added: &'static [Added],
}

/// Copies `node` in the order of `expected`; parts that do not match are copied unchanged.
fn value(node: Node<'_>, expected: &Expected, order: &mut Order) {
    if node.used_at().is_some() {
        return order.builder.copy(node);
    }
    match expected {
        Expected::Entity(table) if node.is_mapping() => entity(node, table(), order),
        Expected::Map(element) if node.is_mapping() => map(node, element, order),
        Expected::List(element) if node.is_sequence() => {
            list(node, order, |item, order| value(item, element, order));
        }
        Expected::Named(element) if node.is_sequence() => {
            list(node, order, |item, order| {
                if item.is_mapping() && item.used_at().is_none() {
                    map(item, element, order);
                } else {
                    order.builder.copy(item);
                }
            });
        }
        // Lists of named entries are often written as maps.
        Expected::Named(element) if node.is_mapping() => map(node, element, order),
        Expected::Either(_, long) if node.is_mapping() => value(node, long, order),
        Expected::Either(short, _) => value(node, short, order),
        _ => order.builder.copy(node),
    }
}

fn map(node: Node<'_>, expected: &Expected, order: &mut Order) {
    order.builder.open_like(node);
    for (key, entry) in node.all_entries() {
        order.builder.copy(key);
        value(entry, expected, order);
    }
    order.builder.close();
}

fn list(node: Node<'_>, order: &mut Order, each: impl Fn(Node<'_>, &mut Order)) {
    order.builder.open_like(node);
    for item in node.items() {
        each(item, order);
    }
    order.builder.close();
}

/// The keynames that describe a file and its imports come before its definitions. The table of the standard
/// (6.1) has them later, but its examples and all authors write them first.
const AHEAD: [&str; 3] = ["repositories", "profile", "imports"];

/// The position of an entry: before the first row of the table, in a row, or among the entries of merge keys.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    First,
    Unknown,
    Head(usize),
    Row(usize),
    Merged,
}

/// A row of a table, or a row that is added to it.
#[derive(Clone, Copy)]
enum Row {
    Own(usize),
    Added(&'static Added),
}

/// Returns the rank of a row of `table`.
fn rank_of(table: &Meta, row: Row) -> Rank {
    let named = |row: usize| table.keynames[row].name;
    // Each row leaves room for a row before it.
    let row_rank = |row: usize| Rank::Row(2 * row + 1);
    let row = match row {
        Row::Own(row) => row,
        Row::Added(added) => {
            let before = table.keynames.iter().position(|row| Some(row.name) == added.before);
            return before.map_or(row_rank(table.keynames.len()), |row| Rank::Row(2 * row));
        }
    };
    if named(0) != "tosca_definitions_version" {
        return row_rank(row);
    }
    let definitions = table.keynames.iter().position(|row| row.name.ends_with("_types"));
    match named(row) {
        _ if row == 0 => Rank::First,
        name if AHEAD.contains(&name) || definitions.is_some_and(|first| row < first) => Rank::Head(row),
        _ => row_rank(row),
    }
}

fn entity(node: Node<'_>, table: &Meta, order: &mut Order) {
    if !node.is_mapping() {
        return order.builder.copy(node);
    }
    let mut entries: Vec<(Rank, Node<'_>, Node<'_>, &Expected)> = Vec::new();
    let anchors = node.holds_anchor();
    let (mut last, mut tied) = (Rank::Unknown, Rank::First);
    for (key, entry) in node.all_entries() {
        let row = row(table, order.added, key);
        let mut rank = match row {
            _ if key.used_at().is_some() && key.used_at() == entry.used_at() => Rank::Merged,
            Some(row) => rank_of(table, row),
            // An entry without a row follows its predecessor.
            None => last,
        };
        let holds = |node: Node<'_>| node.holds_anchor() || node.holds_copy();
        if anchors && rank != Rank::Merged && (holds(key) || holds(entry)) {
            // Anchors stay before their aliases.
            rank = rank.max(tied);
            tied = rank;
        }
        if rank != Rank::Merged && rank != Rank::First {
            last = rank;
        }
        let expected = match row {
            Some(Row::Own(row)) => &table.keynames[row].expected,
            Some(Row::Added(added)) => &added.keyname.expected,
            None => &Expected::Any,
        };
        entries.push((rank, key, entry, expected));
    }
    entries.sort_by_key(|(rank, ..)| *rank);
    order.builder.open_like(node);
    for (_, key, entry, expected) in entries {
        order.builder.copy(key);
        value(entry, expected, order);
    }
    order.builder.close();
}

/// Returns the row of a keyname, or of its successor if it was renamed.
fn row(table: &Meta, added: &'static [Added], key: Node<'_>) -> Option<Row> {
    let name = key.as_str()?;
    let rows = table.keynames;
    let own = rows
        .iter()
        .position(|row| row.name == name)
        .or_else(|| rows.iter().position(|row| row.formerly.contains(&name)));
    let added =
        || added.iter().find(|added| added.keyname.name == name && added.tables.contains(&table.name));
    own.map(Row::Own).or_else(|| added().map(Row::Added))
}

//! Sorts keynames in the order of their tables.
//!
//! Input: a tree, and the table of its root. Output: a new tree with the same nodes in another order. Unknown
//! keys stay after the key before them, and anchors stay before their aliases.

use crate::keynames::{AddedRow, Expected, Meta};
use crate::yaml::{Builder, Tree, YamlNode};

/// Returns the tree with the keynames of every entity in the order of its table. `table` is that of the root,
/// `added` are the rows that dialects add to tables.
pub(super) fn arrange(
    tree: &Tree,
    root: YamlNode<'_>,
    table: &'static Meta,
    added: &'static [AddedRow],
) -> Tree {
    let mut reordering = Reordering { builder: Builder::rewriting(tree), added };
    arrange_entity(root, table, &mut reordering);
    reordering.builder.finish()
}

/// The tree that is being built, and the rows that dialects add to tables.
struct Reordering {
    builder: Builder,
    added: &'static [AddedRow],
}

/// Copies `node`, with its entities in the order of the tables in `expected`. Parts that do not match are
/// copied unchanged, as are aliases.
fn arrange_value(node: YamlNode<'_>, expected: &Expected, reordering: &mut Reordering) {
    if node.used_at().is_some() {
        return reordering.builder.copy(node);
    }
    match expected {
        Expected::Entity(table) if node.is_mapping() => arrange_entity(node, table(), reordering),
        Expected::Map(element) if node.is_mapping() => arrange_map(node, element, reordering),
        Expected::List(element) if node.is_sequence() => {
            arrange_list(node, reordering, |item, reordering| arrange_value(item, element, reordering));
        }
        Expected::Named(element) if node.is_sequence() => {
            arrange_list(node, reordering, |item, reordering| {
                if item.is_mapping() && item.used_at().is_none() {
                    arrange_map(item, element, reordering);
                } else {
                    reordering.builder.copy(item);
                }
            });
        }
        // Lists of named entries are often written as maps.
        Expected::Named(element) if node.is_mapping() => arrange_map(node, element, reordering),
        Expected::Either(_, long) if node.is_mapping() => arrange_value(node, long, reordering),
        Expected::Either(short, _) => arrange_value(node, short, reordering),
        _ => reordering.builder.copy(node),
    }
}

fn arrange_map(node: YamlNode<'_>, expected: &Expected, reordering: &mut Reordering) {
    reordering.builder.open_like(node);
    for (key, entry) in node.all_entries() {
        reordering.builder.copy(key);
        arrange_value(entry, expected, reordering);
    }
    reordering.builder.close();
}

fn arrange_list(
    node: YamlNode<'_>,
    reordering: &mut Reordering,
    each: impl Fn(YamlNode<'_>, &mut Reordering),
) {
    reordering.builder.open_like(node);
    for item in node.items() {
        each(item, reordering);
    }
    reordering.builder.close();
}

/// Keynames of a file that are moved before its definitions. The table of the standard (6.1) has them later,
/// but its examples and all authors write them first.
const HEAD_KEYNAMES: [&str; 3] = ["repositories", "profile", "imports"];

/// The position of an entry in its map. Entries are sorted by rank; those with the same rank keep their
/// order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The version of a file.
    First,
    /// Keys without a row, before the first key that has one.
    Unknown,
    /// Keynames of a file that come before its definitions, by their row.
    Head(usize),
    /// Other keynames, by their row: odd numbers are rows of the table, even numbers added rows before them.
    Row(usize),
    /// Entries that a merge key adds.
    Merged,
}

/// A row of a table, or a row that is added to it.
#[derive(Clone, Copy)]
enum Row {
    /// The index of a row of the table.
    Own(usize),
    /// An added row.
    Added(&'static AddedRow),
}

/// Returns the rank of a row of `table`.
fn rank_of_row(table: &Meta, row: Row) -> Rank {
    let name_of = |row: usize| table.keynames[row].name;
    // Even numbers are left for added rows.
    let row_rank = |row: usize| Rank::Row(2 * row + 1);
    let row = match row {
        Row::Own(row) => row,
        Row::Added(added) => {
            let next_row = table.keynames.iter().position(|row| Some(row.name) == added.next_keyname);
            return next_row.map_or(row_rank(table.keynames.len()), |row| Rank::Row(2 * row));
        }
    };
    // Only the table of a file is not used as it is.
    if name_of(0) != "tosca_definitions_version" {
        return row_rank(row);
    }
    let first_definitions = table.keynames.iter().position(|row| row.name.ends_with("_types"));
    match name_of(row) {
        _ if row == 0 => Rank::First,
        name if HEAD_KEYNAMES.contains(&name) || first_definitions.is_some_and(|first| row < first) => {
            Rank::Head(row)
        }
        _ => row_rank(row),
    }
}

fn arrange_entity(node: YamlNode<'_>, table: &Meta, reordering: &mut Reordering) {
    if !node.is_mapping() {
        return reordering.builder.copy(node);
    }
    let mut entries: Vec<(Rank, YamlNode<'_>, YamlNode<'_>, &Expected)> = Vec::new();
    let anchors = node.contains_anchor();
    let (mut previous_rank, mut anchor_rank) = (Rank::Unknown, Rank::First);
    for (key, entry) in node.all_entries() {
        let row = find_row(table, reordering.added, key);
        let mut rank = match row {
            _ if key.used_at().is_some() && key.used_at() == entry.used_at() => Rank::Merged,
            Some(row) => rank_of_row(table, row),
            // An entry without a row follows its predecessor.
            None => previous_rank,
        };
        let is_order_bound = |node: YamlNode<'_>| node.contains_anchor() || node.contains_copy();
        if anchors && rank != Rank::Merged && (is_order_bound(key) || is_order_bound(entry)) {
            // Entries with anchors and aliases keep their order, so that anchors stay before their aliases.
            rank = rank.max(anchor_rank);
            anchor_rank = rank;
        }
        if rank != Rank::Merged && rank != Rank::First {
            previous_rank = rank;
        }
        let expected = match row {
            Some(Row::Own(row)) => &table.keynames[row].expected,
            Some(Row::Added(added)) => &added.keyname.expected,
            None => &Expected::Any,
        };
        entries.push((rank, key, entry, expected));
    }
    entries.sort_by_key(|(rank, ..)| *rank);
    reordering.builder.open_like(node);
    for (_, key, entry, expected) in entries {
        reordering.builder.copy(key);
        arrange_value(entry, expected, reordering);
    }
    reordering.builder.close();
}

/// Returns the row of a keyname: of a former name, that of the current name.
fn find_row(table: &Meta, added: &'static [AddedRow], key: YamlNode<'_>) -> Option<Row> {
    let name = key.as_str()?;
    let rows = table.keynames;
    let in_table = rows
        .iter()
        .position(|row| row.name == name)
        .or_else(|| rows.iter().position(|row| row.formerly.contains(&name)));
    let added =
        || added.iter().find(|added| added.keyname.name == name && added.tables.contains(&table.name));
    in_table.map(Row::Own).or_else(|| added().map(Row::Added))
}

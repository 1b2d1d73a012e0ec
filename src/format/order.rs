//! Keynames in the order of their tables.

use crate::grammar::{Expected, Meta};
use crate::yaml::{Builder, Node, Tree};

/// The tree with the keynames of every entity in the order of its table; `table` is that of the root.
pub(super) fn arrange(tree: &Tree, root: Node<'_>, table: &'static Meta) -> Tree {
    let mut builder = Builder::rewriting(tree);
    entity(root, table, &mut builder);
    builder.finish()
}

/// Copies `node`, which should be as `expected` says; what is not is copied as it is.
fn value(node: Node<'_>, expected: &Expected, builder: &mut Builder) {
    if node.used_at().is_some() {
        return builder.copy(node);
    }
    match expected {
        Expected::Entity(table) if node.is_mapping() => entity(node, table(), builder),
        Expected::Map(of) if node.is_mapping() => map(node, of, builder),
        Expected::List(of) if node.is_sequence() => {
            list(node, builder, |item, builder| value(item, of, builder));
        }
        Expected::Named(of) if node.is_sequence() => {
            list(node, builder, |item, builder| {
                if item.is_mapping() && item.used_at().is_none() {
                    map(item, of, builder);
                } else {
                    builder.copy(item);
                }
            });
        }
        // Many write a map where names may repeat.
        Expected::Named(of) if node.is_mapping() => map(node, of, builder),
        Expected::Either(_, long) if node.is_mapping() => value(node, long, builder),
        Expected::Either(short, _) => value(node, short, builder),
        _ => builder.copy(node),
    }
}

fn map(node: Node<'_>, of: &Expected, builder: &mut Builder) {
    builder.open_like(node);
    for (key, entry) in node.all_entries() {
        builder.copy(key);
        value(entry, of, builder);
    }
    builder.close();
}

fn list(node: Node<'_>, builder: &mut Builder, each: impl Fn(Node<'_>, &mut Builder)) {
    builder.open_like(node);
    for item in node.items() {
        each(item, builder);
    }
    builder.close();
}

/// What a file says of itself and of the files around it stands ahead of its definitions, although the
/// table of the standard (6.1) has it behind them: no author, nor any example of the standard, does that.
const AHEAD: [&str; 3] = ["repositories", "profile", "imports"];

/// The place of an entry: before the first row of the table, in a row, or among what merge keys brought.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    First,
    Unknown,
    Head(usize),
    Row(usize),
    Merged,
}

/// The rank of a row of `table`.
fn rank_of(table: &Meta, row: usize) -> Rank {
    let named = |row: usize| table.keynames[row].name;
    if named(0) != "tosca_definitions_version" {
        return Rank::Row(row);
    }
    let definitions = table.keynames.iter().position(|row| row.name.ends_with("_types"));
    match named(row) {
        _ if row == 0 => Rank::First,
        name if AHEAD.contains(&name) || definitions.is_some_and(|first| row < first) => Rank::Head(row),
        _ => Rank::Row(row),
    }
}

fn entity(node: Node<'_>, table: &Meta, builder: &mut Builder) {
    if !node.is_mapping() {
        return builder.copy(node);
    }
    let mut entries: Vec<(Rank, Node<'_>, Node<'_>, &Expected)> = Vec::new();
    let anchors = node.holds_anchor();
    let (mut last, mut tied) = (Rank::Unknown, Rank::First);
    for (key, entry) in node.all_entries() {
        let row = row(table, key);
        let mut rank = match row {
            _ if key.used_at().is_some() && key.used_at() == entry.used_at() => Rank::Merged,
            Some(row) => rank_of(table, row),
            // Behind what it stands behind.
            None => last,
        };
        let holds = |node: Node<'_>| node.holds_anchor() || node.holds_copy();
        if anchors && rank != Rank::Merged && (holds(key) || holds(entry)) {
            // Anchors and what uses them keep their order.
            rank = rank.max(tied);
            tied = rank;
        }
        if rank != Rank::Merged && rank != Rank::First {
            last = rank;
        }
        let expected = row.map_or(&Expected::Any, |row| &table.keynames[row].expected);
        entries.push((rank, key, entry, expected));
    }
    entries.sort_by_key(|(rank, ..)| *rank);
    builder.open_like(node);
    for (_, key, entry, expected) in entries {
        builder.copy(key);
        value(entry, expected, builder);
    }
    builder.close();
}

/// The row of a keyname, or of the one that it was in former versions.
fn row(table: &Meta, key: Node<'_>) -> Option<usize> {
    let name = key.as_str()?;
    let rows = table.keynames;
    rows.iter()
        .position(|row| row.name == name)
        .or_else(|| rows.iter().position(|row| row.formerly.contains(&name)))
}

//! Compares two texts: data, entries of maps in any order, and comments.

use rustc_hash::FxHashMap;

use crate::yaml::{Node, Tree};

/// Whether the trees of two texts have the same data and the same comments.
pub(super) fn is_same(one: &Tree, other: &Tree) -> bool {
    let data = match (one.root(), other.root()) {
        (Some(one), Some(other)) => same(one, other),
        (one, other) => one.or(other).is_none_or(Node::is_null),
    };
    data && comments(one) == comments(other)
}

fn comments(tree: &Tree) -> Vec<&str> {
    let text = |span: crate::base::Span| tree.source().get(span.range()).unwrap_or("").trim_end();
    let mut comments: Vec<&str> = tree.comments().map(text).collect();
    comments.sort_unstable();
    comments
}

fn same(one: Node<'_>, other: Node<'_>) -> bool {
    if one.kind() != other.kind() || one.scalar() != other.scalar() {
        return false;
    }
    if one.is_sequence() {
        let mut others = other.items();
        return one.items().all(|item| others.next().is_some_and(|other| same(item, other)))
            && others.next().is_none();
    }
    // Most maps have few keys in the same order.
    let in_order = one.entries().zip(other.entries()).all(|((a, _), (b, _))| is_key(a, b));
    let (count, many) = (one.entries().count(), other.entries().count());
    if count != many {
        return false;
    }
    if in_order {
        return one.entries().zip(other.entries()).all(|((a, v), (b, w))| same(a, b) && same(v, w));
    }
    let by_name: FxHashMap<(&str, bool), Node<'_>> =
        other.entries().map(|(key, value)| ((key.text(), key.as_str().is_some()), value)).collect();
    by_name.len() == count
        && one.entries().all(|(key, value)| {
            by_name.get(&(key.text(), key.as_str().is_some())).is_some_and(|other| same(value, *other))
        })
}

fn is_key(one: Node<'_>, other: Node<'_>) -> bool {
    one.kind() == other.kind() && one.text() == other.text()
}

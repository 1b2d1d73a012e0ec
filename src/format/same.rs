//! Compares two texts: data, entries of maps in any order, and comments.

use rustc_hash::FxHashMap;

use crate::yaml::{Tree, YamlNode};

/// Whether the trees of two texts have the same data and the same comments.
pub(super) fn is_same(first: &Tree, second: &Tree) -> bool {
    let data = match (first.root(), second.root()) {
        (Some(first), Some(second)) => is_same_node(first, second),
        (first, second) => first.or(second).is_none_or(YamlNode::is_null),
    };
    data && comments(first) == comments(second)
}

fn comments(tree: &Tree) -> Vec<&str> {
    let text = |span: crate::base::Span| tree.source().get(span.range()).unwrap_or("").trim_end();
    let mut comments: Vec<&str> = tree.comments().map(text).collect();
    comments.sort_unstable();
    comments
}

fn is_same_node(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    if first.kind() != second.kind() || first.scalar() != second.scalar() {
        return false;
    }
    if first.is_sequence() {
        let mut remaining = second.items();
        return first.items().all(|item| remaining.next().is_some_and(|second| is_same_node(item, second)))
            && remaining.next().is_none();
    }
    // Most maps have few keys in the same order.
    let in_order = first.entries().zip(second.entries()).all(|((a, _), (b, _))| is_key(a, b));
    let (count, second_count) = (first.entries().count(), second.entries().count());
    if count != second_count {
        return false;
    }
    if in_order {
        return first
            .entries()
            .zip(second.entries())
            .all(|((a, v), (b, w))| is_same_node(a, b) && is_same_node(v, w));
    }
    let by_name: FxHashMap<(&str, bool), YamlNode<'_>> =
        second.entries().map(|(key, value)| ((key.text(), key.is_string()), value)).collect();
    by_name.len() == count
        && first.entries().all(|(key, value)| {
            by_name.get(&(key.text(), key.is_string())).is_some_and(|second| is_same_node(value, *second))
        })
}

fn is_key(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    first.kind() == second.kind() && first.text() == second.text()
}

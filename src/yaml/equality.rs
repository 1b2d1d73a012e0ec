//! Compares what two nodes hold.

use super::tree::YamlNode;

/// Whether two nodes hold the same values, however they are written: the order of keys does not matter.
#[must_use]
pub fn hold_the_same(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    let mut queue = vec![(first, second)];
    while let Some((first, second)) = queue.pop() {
        let (keys, items) = (entries(first), (first.items(), second.items()));
        let other_keys = entries(second);
        let counts = (keys.len(), items.0.clone().count());
        if first.kind() != second.kind()
            || first.scalar() != second.scalar()
            || counts != (other_keys.len(), items.1.clone().count())
        {
            return false;
        }
        for ((first_key, first_value), (second_key, second_value)) in keys.into_iter().zip(other_keys) {
            queue.extend([(first_key, second_key), (first_value, second_value)]);
        }
        queue.extend(items.0.zip(items.1));
    }
    true
}

/// Returns the entries of a map, by their keys.
fn entries(node: YamlNode<'_>) -> Vec<(YamlNode<'_>, YamlNode<'_>)> {
    let mut entries: Vec<_> = node.entries().collect();
    entries.sort_by_key(|(key, _)| key.text());
    entries
}

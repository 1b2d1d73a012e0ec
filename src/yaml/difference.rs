//! Finds differences between two trees of one text, for tests that compare the two readers.

use super::tree::{Data, Tree};

/// Returns the first difference between the trees that two readers made of one text, or `None` if there is
/// none.
#[doc(hidden)]
#[must_use]
pub fn first_difference(first: &Tree, second: &Tree) -> Option<String> {
    for (index, (first_node, second_node)) in first.nodes.iter().zip(&second.nodes).enumerate() {
        let texts = (text(first, first_node), text(second, second_node));
        if first_node != second_node || texts.0 != texts.1 {
            return Some(format!(
                "node {index}: {first_node:?} {:?} and {second_node:?} {:?}",
                texts.0, texts.1
            ));
        }
    }
    let counts = (first.nodes.len(), second.nodes.len());
    if counts.0 != counts.1 {
        return Some(format!("{} and {} nodes", counts.0, counts.1));
    }
    let parts = [
        ("comments", first.comments == second.comments),
        ("copies", first.copies == second.copies),
        ("anchors", first.anchored == second.anchored),
        ("tags", first.tagged == second.tagged),
        ("symbols", first.texts().eq(second.texts())),
        ("state", (first.damaged, first.rewritten) == (second.damaged, second.rewritten)),
    ];
    parts.iter().find(|(_, is_same)| !is_same).map(|(name, _)| format!("other {name}"))
}

fn text<'t>(tree: &'t Tree, data: &Data) -> &'t str {
    if data.is_container() { "" } else { tree.symbols.text(data.symbol()) }
}

//! Finds differences between two trees of one text, for tests that compare the two readers.

use std::collections::{HashMap, HashSet};

use crate::base::Symbol;

use super::nodes::Data;
use super::tree::Tree;

/// Returns the first difference between the trees that two readers made of one text, or `None` if there is
/// none.
#[doc(hidden)]
#[must_use]
pub fn first_difference(first: &Tree, second: &Tree) -> Option<String> {
    let mut symbols: HashMap<Symbol, Symbol> = HashMap::new();
    let mut reverse: HashMap<Symbol, Symbol> = HashMap::new();
    for (index, (first_node, second_node)) in first.nodes.iter().zip(&second.nodes).enumerate() {
        let texts = (text(first, first_node), text(second, second_node));
        let mut is_same = texts.0 == texts.1
            && without_symbol(first_node) == without_symbol(second_node)
            && first.nodes.end(index) == second.nodes.end(index);
        // Texts are equal if and only if their symbols are, in each of the trees.
        if let (Some(one), Some(other)) = (symbol(first, first_node), symbol(second, second_node)) {
            is_same &= *symbols.entry(one).or_insert(other) == other;
            is_same &= *reverse.entry(other).or_insert(one) == one;
        }
        if !is_same {
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
        ("texts", distinct_texts(first) == distinct_texts(second)),
        ("state", (first.damaged, first.rewritten) == (second.damaged, second.rewritten)),
    ];
    parts.iter().find(|(_, is_same)| !is_same).map(|(name, _)| format!("other {name}"))
}

fn text<'t>(tree: &'t Tree, data: &Data) -> &'t str {
    if data.is_container() { "" } else { tree.symbols.text(data.symbol()) }
}

/// The node as both readers make it: the symbol of a leaf depends on what was read before.
fn without_symbol(data: &Data) -> Data {
    if data.is_container() { *data } else { data.with_link(0) }
}

fn symbol(tree: &Tree, data: &Data) -> Option<Symbol> {
    (!data.is_container()).then(|| tree.symbols.canonical(data.symbol()))
}

fn distinct_texts(tree: &Tree) -> HashSet<&str> {
    tree.texts().collect()
}

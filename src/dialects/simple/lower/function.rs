//! Values and the functions called in them (L27, L28).

use crate::dialects::Rewriter;
use crate::yaml::{Kind, Node};

/// The functions that a map with one key calls.
const FUNCTIONS: &[&str] = &[
    "get_input",
    "get_property",
    "get_attribute",
    "get_operation_output",
    "get_nodes_of_type",
    "get_artifact",
    "concat",
    "join",
    "token",
];

/// Writes a value in which functions may be called.
pub(in crate::dialects) fn value<'t>(rewriter: &mut Rewriter<'t>, node: Node<'t>) {
    match node.kind() {
        Kind::Sequence => rewriter.list(node, value),
        Kind::Mapping => match called(node) {
            Some((key, argument)) => {
                rewriter.applied("L27", key);
                rewriter.open_like(node);
                rewriter.string(&format!("${}", key.text()), key.span());
                value(rewriter, argument);
                rewriter.close();
            }
            None => rewriter.map(node, value),
        },
        Kind::Scalar | Kind::Invalid => rewriter.copy(node),
    }
}

/// The name and the arguments of the function that is called.
fn called(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    node.only_entry().filter(|(key, _)| FUNCTIONS.contains(&key.text()))
}

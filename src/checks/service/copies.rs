//! Templates that copy others (TOSCA 2.0 §7.2, §7.4): these must not be copies themselves.

use crate::diagnostics::codes;
use crate::yaml::{Node, NodeId};

use super::Cx;

/// The template called `key` copies the one called `name`, which must not copy `other` itself (7.2-25,
/// 7.2-26, 7.4-06).
pub(super) fn copy<'g>(cx: &mut Cx<'g>, key: Node<'g>, name: Option<NodeId>, other: Option<NodeId>) {
    let Some(name) = name.map(|name| cx.node(name)) else { return };
    if name.text() == key.text() {
        cx.report(name, codes::invalid_copy::itself(name.span(), name.text()));
    } else if let Some(other) = other.map(|other| cx.node(other)) {
        let found = codes::invalid_copy::of_copy(name.span(), name.text(), other.text(), other.span());
        cx.report(name, found);
    }
}

//! Applies rewrites that the checks decided using types.

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::dialects::{Applied, Decisions, Rewrite};
use crate::load::File;
use crate::yaml::Kind;

use super::ANCHORS;
use super::edits::Edits;

/// Rewrites the nodes of `file` for which there is a decision.
pub(super) fn decided(decisions: &Decisions, file: &File, edits: &mut Edits, applied: &mut Vec<Applied>) {
    let mut rewrites: FxHashMap<Span, &Rewrite> = FxHashMap::default();
    let decisions = decisions.of_file(file.id);
    for (id, rewrite) in decisions.filter(|(_, rewrite)| **rewrite != Rewrite::Impossible) {
        let node = file.node(id);
        applied.push(Applied { rule: "spelling", span: node.span() });
        edits.rewrite(node, rewrite);
        rewrites.insert(node.span(), rewrite);
    }
    let anchors = file.tree().root().and_then(|root| root.get(ANCHORS));
    let Some(anchors) = anchors.filter(|_| !rewrites.is_empty()) else { return };
    // An anchored value has no type; it is rewritten like one of its aliases.
    for node in file.tree().nodes().filter(|node| anchors.contains(*node)) {
        if let Some(rewrite) = rewrites.get(&node.span()).filter(|_| node.kind() == Kind::Scalar) {
            edits.text(node.id(), rewrite.text(node));
        }
    }
}

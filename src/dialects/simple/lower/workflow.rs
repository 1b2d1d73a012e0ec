//! Workflows (L34).

use crate::dialects::Rewriter;
use crate::yaml::Node;

/// Writes the entry `workflows` lowered.
pub(in crate::dialects) fn workflows<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    rewriter.entry(key, value);
}

//! Filters of nodes (L26).

use crate::dialects::Rewriter;
use crate::yaml::Node;

/// Writes the entry `of_requirement` lowered.
pub(in crate::dialects) fn of_requirement<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    rewriter.entry(key, value);
}

/// Writes the entry `of_template` lowered.
pub(in crate::dialects) fn of_template<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    rewriter.entry(key, value);
}

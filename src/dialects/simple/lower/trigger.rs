//! Triggers of policies (L35).

use crate::dialects::Rewriter;
use crate::yaml::Node;

/// Writes the entry `triggers` lowered.
pub(in crate::dialects) fn triggers<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    rewriter.entry(key, value);
}

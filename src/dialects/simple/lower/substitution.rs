//! Substitution mappings (L33).

use crate::dialects::Rewriter;
use crate::yaml::Node;

/// Writes the entry `mappings` lowered.
pub(in crate::dialects) fn mappings<'t>(rewriter: &mut Rewriter<'t>, key: Node<'t>, value: Node<'t>) {
    rewriter.entry(key, value);
}

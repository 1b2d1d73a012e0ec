//! Adds a diagnostic about a node to a list.

use crate::diagnostics::Diagnostic;

use super::YamlNode;

/// Adds `diagnostic`, which is about `node`. If an alias or merge key brought the node, the diagnostic gets a
/// second label there, because the file may use the anchored text in many places.
pub fn report(diagnostics: &mut Vec<Diagnostic>, node: YamlNode<'_>, diagnostic: Diagnostic) {
    diagnostics.push(match node.used_at() {
        Some(used) => diagnostic.also(used, "used here"),
        None => diagnostic,
    });
}

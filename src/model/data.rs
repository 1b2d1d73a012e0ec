//! Reads data that TOSCA does not interpret, such as metadata.

use crate::yaml::Node;

/// Returns the value of an entry, or `None` if `data` is not a map or has no entry of this name.
#[must_use]
pub fn entry<'t>(data: Node<'t>, name: &str) -> Option<Node<'t>> {
    data.get(name)
}

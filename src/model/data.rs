//! Data that TOSCA passes on without a meaning of its own, such as metadata.

use crate::yaml::Node;

/// The value of an entry of such data; none where `data` is not a map or has no entry of this name.
#[must_use]
pub fn entry<'t>(data: Node<'t>, name: &str) -> Option<Node<'t>> {
    data.get(name)
}

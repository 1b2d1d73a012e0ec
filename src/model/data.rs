//! Reads data that TOSCA does not interpret, such as metadata.

use crate::yaml::YamlNode;

/// Returns the value of an entry, or `None` if `data` is not a map or has no entry of this name.
#[must_use]
pub fn entry<'t>(data: YamlNode<'t>, name: &str) -> Option<YamlNode<'t>> {
    data.get(name)
}

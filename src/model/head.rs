//! What a file says of itself (TOSCA 2.0 §6.2 to §6.5).

use crate::load::File;
use crate::yaml::Node;

/// What a file says of itself.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Head<'m> {
    /// The name of the profile that it is, with its version.
    pub profile: Option<Node<'m>>,
    /// What it is for.
    pub description: Option<Node<'m>>,
    /// Free information for people and tools.
    pub metadata: Option<Node<'m>>,
}

impl<'m> Head<'m> {
    /// What `file` says, as far as it could be read.
    #[must_use]
    pub fn of(file: &'m File) -> Self {
        let Some(root) = file.syntax() else { return Self::default() };
        Self {
            profile: root.profile.map(|profile| file.node(profile.0)),
            description: root.description.map(|text| file.node(text.0)),
            metadata: root.metadata.map(|metadata| file.node(metadata.0)),
        }
    }
}

//! The keynames of a file that describe the file itself (TOSCA 2.0 §6.2 to §6.5).

use crate::load::File;
use crate::yaml::YamlNode;

/// The profile, description and metadata of a file.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Head<'m> {
    /// The name of the profile that the file declares, with its version.
    pub profile: Option<YamlNode<'m>>,
    /// The description.
    pub description: Option<YamlNode<'m>>,
    /// The metadata.
    pub metadata: Option<YamlNode<'m>>,
}

impl<'m> Head<'m> {
    /// Returns the keynames of `file` that could be read.
    #[must_use]
    pub fn for_file(file: &'m File) -> Self {
        let Some(root) = file.syntax() else { return Self::default() };
        Self {
            profile: root.profile.map(|profile| file.node(profile.0)),
            description: root.description.map(|text| file.node(text.0)),
            metadata: root.metadata.map(|metadata| file.node(metadata.0)),
        }
    }
}

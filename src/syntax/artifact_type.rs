//! Artifact types (TOSCA 2.0 §12.1).

use crate::diagnostics::rules;
use crate::keynames::{List, Map, Metadata, Reader, Ref, TextNode, VersionNode, entity};
use crate::yaml::YamlNode;

use super::{ArtifactTypeName, Name, PropertyEntry};

entity! {
    /// A kind of artifact.
    ArtifactType "artifact type" "12.1" {
        /// The type that this one is derived from.
        "derived_from" derived_from: Ref<ArtifactTypeName>;
        /// The version of the type, for its maintainers.
        "version" version: VersionNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What the type is for.
        "description" description: TextNode;
        /// The MIME type of such files.
        "mime_type" mime_type: Name;
        /// The extensions of such files, without dots.
        "file_ext" file_ext: List<Name>;
        /// Properties that can be set on an artifact.
        "properties" properties: Map<PropertyEntry>;
    }
    a_type;
    => check
}

fn check(artifact_type: &ArtifactType, _node: YamlNode<'_>, reader: &mut Reader<'_>) {
    if let Some(mime_type) = artifact_type.mime_type {
        let node = reader.tree().node(mime_type.0);
        let token = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '/' | ';'))
        };
        let name = node.text().split(';').next().unwrap_or("").trim_end();
        if !name.split_once('/').is_some_and(|(kind, subtype)| token(kind) && token(subtype)) {
            reader.report(node, rules::malformed_mime_type::new(node.span(), node.text()));
        }
    }
    for extension in artifact_type.file_ext.iter().flat_map(|list| &list.items) {
        let node = reader.tree().node(extension.0);
        if node.text().starts_with('.') {
            reader.report(node, rules::dotted_extension::new(node.span(), node.text()));
        }
    }
}

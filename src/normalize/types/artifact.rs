//! Artifact types (TOSCA 2.0 §12.1) and artifact definitions (§12.2).

use serde::Serialize;

use crate::load::File;
use crate::model::service::Assignments;
use crate::model::types::{self, Body, Fields, TypeRef, TypeView};
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::{NormalExpression, Values};
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::source::{How, Origin};
use crate::normalize::template::properties;
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::resolve::DefinitionId;
use crate::syntax::ArtifactDefinition;
use crate::yaml::{NodeId, YamlNode};

use super::field::{self, NormalField};
use super::head::NormalHead;
use super::{head, names};

/// An artifact type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ArtifactType {
    /// Name, ancestors and description.
    #[serde(flatten)]
    pub head: NormalHead,
    /// The MIME type of such files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<NormalText>,
    /// The extensions of such files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_ext: Option<Vec<NormalText>>,
    /// Its properties.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: NamedParts<NormalField>,
}

/// A file that belongs to a node or an implementation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalArtifact {
    /// The artifact type.
    #[serde(rename = "type")]
    pub artifact_type: NormalText,
    /// The location of the file: a string, or a call.
    pub file: NormalExpression,
    /// The repository to which `file` is relative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<NormalText>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artifact_version: Option<NormalText>,
    /// The checksum of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checksum: Option<NormalText>,
    /// How the checksum is computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checksum_algorithm: Option<NormalText>,
    /// Values for properties of the type.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub properties: Values,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl ArtifactType {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        self.head.print(yaml);
        yaml.optional("mime_type", self.mime_type.as_deref());
        names("file_ext", self.file_ext.as_deref(), yaml);
        field::print("properties", &self.properties, yaml);
    }
}

impl NormalArtifact {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        yaml.text("type", &self.artifact_type);
        yaml.expression("file", &self.file);
        yaml.optional("repository", self.repository.as_deref());
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
        yaml.optional("artifact_version", self.artifact_version.as_deref());
        yaml.optional("checksum", self.checksum.as_deref());
        yaml.optional("checksum_algorithm", self.checksum_algorithm.as_deref());
        yaml.values("properties", &self.properties);
    }
}

/// Prints artifacts below a keyname.
pub(in crate::normalize) fn print(artifacts: &NamedParts<NormalArtifact>, yaml: &mut Yaml) {
    if artifacts.is_empty() {
        return;
    }
    yaml.map("artifacts", |yaml| {
        for (name, artifact) in artifacts.iter() {
            yaml.source(&artifact.source);
            yaml.named(name, |yaml| artifact.print(yaml));
        }
    });
}

pub(in crate::normalize) fn artifact_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> ArtifactType {
    let properties = cx.types.members(ty, Fields::Properties);
    let types = cx.types;
    let (mut mime_type, mut file_ext) = (None, None);
    for ancestor in types.lineage(ty) {
        let Body::Artifact(body) = ancestor.body() else { continue };
        let tree = ancestor.key().tree();
        mime_type = mime_type.or(body.mime_type.map(|name| tree.node(name.0)));
        let own_list = || body.file_ext.as_ref().map(|list| tree.node(list.node));
        file_ext = file_ext.or_else(own_list);
    }
    ArtifactType {
        head: head::head(cx, ty),
        mime_type: Cx::node_text(mime_type),
        file_ext: file_ext.map(|list| list.items().map(|extension| extension.text().into()).collect()),
        properties: field::fields(cx, &properties, ty.id),
    }
}

/// Returns the artifact at `node`.
pub(in crate::normalize) fn artifact<'g>(
    cx: &mut Cx<'g>,
    file: &'g File,
    written: &'g ArtifactDefinition,
) -> NormalArtifact {
    let meaning = cx.types.type_named(file, written.artifact_type);
    let members = cx.types.defined(meaning).map(|ty| cx.types.members(ty, Fields::Properties));
    let location = match written.file.map(|location| file.node(location.0)) {
        Some(location) if cx.types.expressions.call(location).is_some() => values::untyped(cx, location),
        // Relative paths of files in a repository stay as they are.
        Some(location) if written.repository.is_some() => NormalExpression::String(location.text().into()),
        Some(location) => NormalExpression::String(cx.relative_path(location)),
        None => NormalExpression::Nil,
    };
    let version = written.artifact_version.map(|version| version.0);
    let version = version.or(written.version.map(|version| version.0));
    let text = |node: NodeId| NormalText::from(file.node(node).text());
    NormalArtifact {
        artifact_type: cx.type_name(meaning),
        file: location,
        repository: written.repository.map(|name| cx.reference(file, name)),
        description: Cx::text(file, written.description),
        metadata: Cx::metadata(file, written.metadata),
        artifact_version: version.map(text),
        checksum: written.checksum.map(|checksum| text(checksum.0)),
        checksum_algorithm: written.checksum_algorithm.map(|algorithm| text(algorithm.0)),
        properties: match members {
            Some(members) => {
                properties::properties(cx, &members, Assignments::new(file, written.properties()), true)
            }
            None => Values::default(),
        },
        source: cx.source(file.node(written.node), How::Written),
    }
}

/// Returns the file named by `node` as an artifact of this type.
pub(super) fn inline_artifact<'g>(
    cx: &mut Cx<'g>,
    node: YamlNode<'g>,
    artifact_type: DefinitionId,
) -> NormalArtifact {
    let types = cx.types;
    let members = cx.types.members(types.get(artifact_type), Fields::Properties);
    NormalArtifact {
        artifact_type: cx.type_name(TypeRef::Defined(artifact_type)),
        file: NormalExpression::String(cx.relative_path(node)),
        repository: None,
        description: None,
        metadata: NormalMetadata::default(),
        artifact_version: None,
        checksum: None,
        checksum_algorithm: None,
        properties: properties::properties(cx, &members, Assignments::none(cx.file), true),
        source: cx.source(node, How::Written),
    }
}

/// Returns the artifacts of a node type, including inherited ones.
pub(in crate::normalize) fn artifacts_of<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
) -> NamedParts<NormalArtifact> {
    let members = cx.types.members(ty, types::Artifacts);
    let types = cx.types;
    let mut artifacts = NamedParts::default();
    for (name, id) in members.iter() {
        let key = types.key_of(id);
        let Some((file, written)) = types.artifact(id).written() else { continue };
        let mut artifact = artifact(cx, file, written);
        artifact.source = cx.source_of(key, id.owner(), ty.id);
        artifacts.push(name, artifact);
    }
    artifacts
}

//! The keyname table of artifact definitions (TOSCA 2.0 §12.2), and conditions between their keynames.

use crate::diagnostics::{Level, rules};
use crate::host::ChecksumAlgorithm;
use crate::keynames::{Map, Metadata, Reader, Ref, TextNode, ValueNode, entity};
use crate::yaml::YamlNode;

use super::texts::{Name, scheme};
use super::{ArtifactTypeName, FileName, RepositoryName};

const CHECKSUM: &str = "use `checksum`, and `checksum_algorithm` for its algorithm";
const PROPERTY: &str = "make it a property of the artifact type, and assign it under `properties:`";

entity! {
    /// A file that belongs to a node.
    ArtifactDefinition "artifact definition" "12.2" {
        /// The artifact type.
        "type" artifact_type: Ref<ArtifactTypeName> [mandatory];
        /// The location of the file: a path or URI.
        "file" file: FileName [mandatory];
        /// The repository that `file` is relative to.
        "repository" repository: Ref<RepositoryName>;
        /// What the artifact is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// The version of the artifact.
        "artifact_version" artifact_version: TextNode;
        /// The checksum of the file.
        "checksum" checksum: Name;
        /// The algorithm of the checksum.
        "checksum_algorithm" checksum_algorithm: Name [conditional];
        /// Values for properties of the type.
        "properties" properties: Map<ValueNode>;
        /// The version of the artifact, as spelled in drafts of TOSCA 2.0.
        "version" version: ValueNode [non_standard("use `artifact_version`"), replaced_by("artifact_version")];
    }
    string_intended_for("file");
    overwritten;
    retired(&[
        ("sha256", "use `checksum` and `checksum_algorithm: SHA-256`"),
        ("sha1", "use `checksum` and `checksum_algorithm: SHA-1`"),
        ("md5", "use `checksum` and `checksum_algorithm: MD5`"),
        ("hash", CHECKSUM),
        ("digest", CHECKSUM),
        ("dest", PROPERTY),
        ("destination", PROPERTY),
        ("mode", PROPERTY),
        ("permissions", PROPERTY),
        ("deploy_path", "make it a property of the artifact type; TOSCA 2.0 has no `deploy_path`"),
    ]);
    => check
}

/// Checks conditions between keynames: two spellings of the version, a checksum and its algorithm, and a URL
/// with a repository.
fn check(artifact: &ArtifactDefinition, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    super::exclusive(node, "version", "artifact_version", "keep `artifact_version`", reader);
    match (node.entry("checksum"), node.entry("checksum_algorithm")) {
        (Some((key, _)), None) if reader.is_missing(node, "checksum_algorithm") => {
            let subject = reader.subject_span(node);
            let diagnostic =
                rules::missing_keyname::required_by(subject, key.span(), "checksum", "checksum_algorithm");
            reader.report(key, diagnostic);
        }
        (None, Some((key, _))) => {
            let diagnostic = rules::no_effect::new(
                key.span(),
                "`checksum_algorithm` without `checksum`",
                "nothing to compare",
                "add `checksum:`, or remove this line",
            );
            reader.report(key, diagnostic);
        }
        _ => {}
    }
    if let (Some(checksum), Some(algorithm)) = (artifact.checksum, artifact.checksum_algorithm) {
        check_checksum_length(checksum, algorithm, reader);
    }
    if let (Some(file), Some(repository)) = (artifact.file, artifact.repository) {
        let file = reader.tree().node(file.0);
        if scheme(file.text()).is_some() {
            let repository = reader.tree().node(repository.node).span();
            let diagnostic = rules::absolute_url_with_repository::new(file.span(), file.text(), repository);
            reader.report(file, diagnostic.at_level(Level::Warning));
        }
    }
}

/// Checks that a hexadecimal checksum has as many digits as its algorithm produces. Skips other notations and
/// unknown algorithms.
fn check_checksum_length(checksum: Name, algorithm: Name, reader: &mut Reader<'_>) {
    let (checksum, algorithm) = (reader.tree().node(checksum.0), reader.tree().node(algorithm.0));
    let Some(expected) = ChecksumAlgorithm::named(algorithm.text()).map(ChecksumAlgorithm::digits) else {
        return;
    };
    let digits = checksum.text();
    if digits.bytes().all(|b| b.is_ascii_hexdigit()) && digits.len() != expected {
        let diagnostic =
            rules::checksum_length::new(checksum.span(), algorithm.text(), digits.len(), expected);
        reader.report(checksum, diagnostic);
    }
}

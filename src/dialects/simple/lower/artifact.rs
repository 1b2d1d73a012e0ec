//! Artifact types and artifacts (L19).

use crate::base::Span;
use crate::diagnostics::rules;
use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::V1_3;
use super::function;
use super::property::{PROPERTY, property};
use super::shapes::{
    ARTIFACT_TYPE as NAME, METADATA, TEXT, TEXTS, VALUES, VERSION, copy, lose, values, version,
};

table! {
    /// An artifact type.
    pub(in crate::dialects) ARTIFACT_TYPE "artifact type" "3.7.4" {
        /// The type that this one is derived from.
        "derived_from": NAME => super::shapes::parent;
        /// The version of the type, for its maintainers.
        "version": VERSION => version;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What the type is for.
        "description": TEXT => copy;
        /// The MIME type of such files.
        "mime_type": TEXT => copy;
        /// The extensions of such files, without dots.
        "file_ext": TEXTS => extensions;
        /// What can be set on an artifact.
        "properties": Expected::Map(&Expected::Entity(|| &PROPERTY.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| rewriter.map(value, property));
        };
    }
    a_type;
}

table! {
    /// A file that belongs to a node.
    pub(in crate::dialects) ARTIFACT "artifact definition" "3.6.7" {
        /// The artifact type.
        "type": NAME => copy;
        /// Where the file is.
        "file": TEXT => file, mandatory;
        /// The repository that `file` counts from.
        "repository": TEXT => copy;
        /// What the artifact is for.
        "description": TEXT => copy;
        /// Where the file is put.
        "deploy_path": TEXT => lose, lost;
        /// The version of the artifact.
        "artifact_version": VERSION => version, since(V1_3), formerly(&["version"]);
        /// The checksum of the file.
        "checksum": TEXT => copy, since(V1_3);
        /// How the checksum is computed.
        "checksum_algorithm": TEXT => copy, since(V1_3);
        /// Values for properties of the type.
        "properties": VALUES => values;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
    }
    string_intended_for("file");
}

/// Writes an artifact; a string is its file.
pub(in crate::dialects) fn artifact<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if let Some(file) = node.as_str() {
        rewriter.applied("L19", node);
        return inline(rewriter, file, node.span());
    }
    let file = node.get("file").filter(|_| node.get("type").is_none()).and_then(YamlNode::as_str);
    rewriter.entity_with(&ARTIFACT, node, |rewriter| {
        if let Some(file) = file {
            rewriter.applied("L19", node);
            rewriter.string("type", node);
            rewriter.string(type_of(file), node);
        }
    });
}

/// Writes the file of an artifact. Orchestrators compute calls there, but TOSCA has only text.
fn file<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    if !function::is_call(value) {
        return rewriter.entry(key, value);
    }
    let help = "write the file, or pass it as a property";
    let what = "a function call as the value of `file`";
    rewriter.report(value, rules::tolerated_form::new(value.span(), what, "a file that is not known", help));
    rewriter.lose(key, value);
    rewriter.same_key(key);
    rewriter.invalid(value);
}

/// Writes an artifact for the file `file`, with a type by its extension.
pub(in crate::dialects) fn inline(rewriter: &mut Rewriter<'_>, file: &str, span: Span) {
    rewriter.open_map(span);
    rewriter.string("type", span);
    rewriter.string(type_of(file), span);
    rewriter.string("file", span);
    rewriter.string(file, span);
    rewriter.close();
}

/// The normative type of shell scripts.
pub(in crate::dialects) const BASH: &str = "tosca.artifacts.Implementation.Bash";
/// The normative type of Python scripts.
pub(in crate::dialects) const PYTHON: &str = "tosca.artifacts.Implementation.Python";
/// The normative type of other files.
pub(in crate::dialects) const FILE: &str = "tosca.artifacts.File";

/// Returns the normative type of a file by its extension.
pub(in crate::dialects) fn type_of(file: &str) -> &'static str {
    match file.rsplit_once('.').map(|(_, extension)| extension) {
        Some("sh") => BASH,
        Some("py") => PYTHON,
        _ => FILE,
    }
}

/// Removes the dot that some files have before an extension.
fn extensions<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| {
        rewriter.list(value, |rewriter, extension| match extension.text().strip_prefix('.') {
            Some(bare) => {
                rewriter.applied("file_ext", extension);
                rewriter.string(bare, extension);
            }
            None => rewriter.copy(extension),
        });
    });
}

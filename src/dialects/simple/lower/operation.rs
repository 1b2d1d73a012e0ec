//! Operations, notifications and what carries them out (L16 to L18).

use crate::diagnostics::rules;
use crate::dialects::{Mark, Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::{V1_2, V1_3};
use super::artifact;
use super::property::operation_input;
use super::shapes::{ANY, ANYTHING, METADATA, TEXT, VALUES, copy, lose, values};

table! {
    /// An operation or notification of a type.
    pub(in crate::dialects) DEFINITION "operation definition" "3.6.17" {
        /// What the operation does.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What carries it out.
        "implementation": Expected::Either(&TEXT, &Expected::Entity(|| &IMPLEMENTATION.meta)) => implementation;
        /// What it is given.
        "inputs": ANYTHING => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| rewriter.map(value, operation_input));
        };
        /// What it gives back, and the attributes that this is stored in.
        "outputs": ANYTHING => mappings, since(V1_3);
    }
    short("implementation");
    null_body;
}

table! {
    /// Inputs and implementation for an operation of a template.
    pub(in crate::dialects) ASSIGNMENT "operation assignment" "3.6.17" {
        /// What this is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// What carries it out.
        "implementation": Expected::Either(&TEXT, &Expected::Entity(|| &IMPLEMENTATION.meta)) => implementation;
        /// Values for its inputs.
        "inputs": VALUES => values;
        /// The attributes that its outputs are stored in.
        "outputs": ANYTHING => mappings, since(V1_3);
    }
    short("implementation");
    null_body;
}

table! {
    /// What carries out an operation.
    pub(in crate::dialects) IMPLEMENTATION "implementation definition" "3.6.16" {
        /// The artifact that is run.
        "primary": TEXT => |rewriter, key, value| rewriter.part(key, value, artifact_name_or_file);
        /// Artifacts that the primary one needs.
        "dependencies": Expected::List(&TEXT) => |rewriter, key, value| {
            rewriter.part(key, value, |rewriter, value| rewriter.list(value, artifact_name_or_file));
        };
        /// How long it may take.
        "timeout": ANY => lose, since(V1_2), lost;
        /// Where it runs.
        "operation_host": TEXT => lose, since(V1_2), lost;
        /// What this is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// The file, for an artifact written in place.
        "file": TEXT => nothing;
        /// Its type.
        "type": TEXT => nothing;
        /// Its repository.
        "repository": TEXT => nothing;
    }
    short("primary");
}

fn nothing<'t>(_rewriter: &mut Rewriter<'t>, _key: YamlNode<'t>, _value: YamlNode<'t>) {}

/// Writes the attributes that outputs are stored in: lists that name them, in 1.x (L18).
pub(super) fn mappings<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| {
        rewriter.map(value, |rewriter, output| {
            if output.is_sequence() {
                rewriter.applied("L18", output);
                rewriter.mark(Mark::Path);
            }
            rewriter.copy(output);
        });
    });
}

pub(super) fn definitions<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| rewriter.map(value, definition));
}

pub(super) fn assignments<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.part(key, value, |rewriter, value| rewriter.map(value, assignment));
}

/// Writes an operation of a type; a string is its implementation.
pub(in crate::dialects) fn definition<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if node.is_string() {
        artifact_name_or_file(rewriter, node);
    } else if !write_if_empty(rewriter, node) {
        rewriter.entity(&DEFINITION, node);
    }
}

/// Writes an operation of a template; a string is its implementation.
pub(in crate::dialects) fn assignment<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if node.is_string() {
        artifact_name_or_file(rewriter, node);
    } else if !write_if_empty(rewriter, node) {
        rewriter.entity(&ASSIGNMENT, node);
    }
}

/// Writes an empty operation for `[]`, which is common, and returns whether it did.
fn write_if_empty<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) -> bool {
    let is_empty = node.is_sequence() && node.items().next().is_none();
    if is_empty {
        let help = "write `{}`, or remove it";
        let diagnostic = rules::tolerated_form::new(node.span(), "an empty list", "an empty operation", help);
        rewriter.report(node, diagnostic);
        rewriter.open_map(node);
        rewriter.close();
    }
    is_empty
}

pub(super) fn implementation<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    // An empty value is the same as no implementation.
    if value.is_null() || value.as_str() == Some("") {
        return rewriter.applied("L17", key);
    }
    rewriter.part(key, value, |rewriter, value| {
        if value.is_string() {
            return artifact_name_or_file(rewriter, value);
        }
        rewriter.entity_with(&IMPLEMENTATION, value, |rewriter| {
            if value.get("file").is_none() || value.get("primary").is_some() {
                return report_misplaced_keynames(rewriter, value);
            }
            rewriter.applied("L17", value);
            rewriter.string("primary", value);
            rewriter.open_map_like(value);
            let mut has_type = false;
            for (key, part) in value.entries() {
                if matches!(key.text(), "file" | "type" | "repository") {
                    has_type |= key.text() == "type";
                    rewriter.entry(key, part);
                }
            }
            if let Some(file) = value.get("file").filter(|_| !has_type) {
                rewriter.string("type", file);
                rewriter.string(artifact::type_of(file.text()), file);
            }
            rewriter.close();
        });
    });
}

/// Reports keynames of an inline artifact that has no file, or that is next to a primary artifact.
fn report_misplaced_keynames<'t>(rewriter: &mut Rewriter<'t>, implementation: YamlNode<'t>) {
    for (key, value) in implementation.entries() {
        if matches!(key.text(), "file" | "type" | "repository") {
            let help = "put all keynames of the artifact, including `file`, under `primary`";
            let diagnostic = rules::unknown_keyname::new(
                key.span(),
                key.text(),
                IMPLEMENTATION.meta.name,
                Some(help.into()),
            );
            rewriter.report(key, diagnostic);
            rewriter.keep_unknown(key, value);
        }
    }
}

/// Writes an artifact name or a file: which of them is decided when the artifacts of the node are known.
fn artifact_name_or_file<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if node.is_mapping() {
        return artifact::artifact(rewriter, node);
    }
    rewriter.mark(Mark::Implementation);
    rewriter.copy(node);
}

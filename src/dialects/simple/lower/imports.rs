//! Imports and repositories (L04, L06).

use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::{Kind, YamlNode};

use super::super::versions::{profile_of, profile_of_library};
use super::shapes::{ANY, METADATA, TEXT, copy, keep, lose};

table! {
    /// A file whose definitions are made known.
    pub(in crate::dialects) IMPORT "import definition" "3.6.8" {
        /// The file.
        "file": TEXT => file, mandatory, formerly(&["url"]);
        /// The repository that `file` counts from.
        "repository": TEXT => copy;
        /// The prefix of the imported names, followed by a colon.
        "namespace_prefix": TEXT => |rewriter, key, value| {
            rewriter.applied("L04", key);
            rewriter.key("namespace", key);
            rewriter.copy(value);
        }, formerly(&["namespace"]);
        /// The namespace of the imported names.
        "namespace_uri": TEXT => keep, lost;
        /// What the import is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
    }
    short("file");
}

table! {
    /// A place that files are taken from.
    pub(in crate::dialects) REPOSITORY "repository definition" "3.6.6" {
        /// What the repository holds.
        "description": TEXT => copy;
        /// Where it is.
        "url": TEXT => copy, mandatory;
        /// How to get in.
        "credential": ANY => lose, lost;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
    }
    short("url");
}

/// Writes the repositories of a file.
pub(in crate::dialects) fn repositories<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) {
    rewriter.part(key, value, |rewriter, value| {
        rewriter.map(value, |rewriter, repository| rewriter.entity(&REPOSITORY, repository));
    });
}

/// Writes the imports of a file: a list of paths, maps, named paths or named maps; some files have a map.
pub(in crate::dialects) fn imports<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.same_key(key);
    match value.kind() {
        Kind::Sequence => {
            rewriter.open_like(value);
            for item in value.items() {
                import(rewriter, item);
            }
            rewriter.close();
        }
        Kind::Mapping => {
            rewriter.applied("L04", key);
            rewriter.open_list_like(value);
            for (_, definition) in value.entries() {
                import(rewriter, definition);
            }
            rewriter.close();
        }
        _ => rewriter.copy(value),
    }
}

fn import<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if node.kind() == Kind::Scalar {
        let library_profile = || profile_of_library(node.text()).filter(|_| rewriter.is_extended());
        if let Some(profile) = profile_of(node.text()).or_else(library_profile) {
            rewriter.applied("L04", node);
            rewriter.open_map(node);
            rewriter.string("profile", node);
            rewriter.string(profile, node);
            return rewriter.close();
        }
        return rewriter.copy(node);
    }
    // `- name: path` and `- name: { file: path }`; the name is ignored.
    if let Some((name, definition)) = node.only_entry()
        && IMPORT.meta.keyname_at(name).is_none()
        && name.text() != "url"
        && (definition.is_mapping() || definition.is_string())
    {
        rewriter.applied("L04", name);
        return import(rewriter, definition);
    }
    rewriter.entity(&IMPORT, node);
}

fn file<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.applied("L04", key);
    match profile_of(value.text()) {
        Some(profile) => {
            rewriter.key("profile", key);
            rewriter.string(profile, value);
        }
        None => {
            rewriter.key("url", key);
            rewriter.copy(value);
        }
    }
}

/// The forms of imports, as data.
pub(super) const EXPECTED: Expected =
    Expected::List(&Expected::Either(&TEXT, &Expected::Entity(|| &IMPORT.meta)));

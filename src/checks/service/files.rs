//! Strings in implementations: names of artifacts of the enclosing node, or files (TOSCA 2.0 §11.8, A-54,
//! The files of artifacts (§12.2).

use crate::diagnostics::rules::missing_file::ExistingFile;
use crate::diagnostics::{rules, suggest};
use crate::dialects::{Mark, Rewrite, artifact_type_of};
use crate::host::{ChecksumAlgorithm, Entry, paths};
use crate::keynames::Map;
use crate::model::Truth;
use crate::model::service::NodeTemplateView;
use crate::model::types::{Artifacts, Body, TypeRef, TypeView};
use crate::syntax::{ArtifactDefinition, scheme};
use crate::yaml::{YamlNode, plain};

use super::{Cx, entries};

use std::rc::Rc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;

/// The longest extension of a file, in bytes.
const MAX_EXTENSION_BYTES: usize = 10;

/// What only the root of an unpacked archive contains.
const METADATA_FILES: [&str; 2] = ["TOSCA-Metadata", "TOSCA.meta"];

/// The entity that contains an implementation.
#[derive(Clone, Copy)]
pub(super) enum Enclosing<'g> {
    /// An entity that has no artifacts.
    Nothing,
    /// A node type; derived types and templates may add artifacts.
    Type(TypeView<'g>),
    /// A node template.
    Template(NodeTemplateView<'g>),
}

/// Checks a string of an implementation: it must name an artifact or an existing file.
pub(super) fn check_named_file<'g>(cx: &mut Cx<'g>, name: YamlNode<'g>, enclosing: Enclosing<'g>) {
    let text = name.text();
    if cx.file.marks().mark(name.id()) == Some(Mark::Implementation)
        && visible_artifacts(cx, enclosing).map_or(text.contains(['/', '.']), |names| !names.contains(text))
    {
        cx.decide(name, Rewrite::Artifact(artifact_type_of(text)));
    }
    if let Some(rest) = cx.file.policies().files.from_root.and_then(|start| text.strip_prefix(start)) {
        return check_archive_file(cx, name, rest);
    }
    let is_path = scheme(text).is_none() && !text.starts_with(['/', '\\']) && text.get(1..2) != Some(":");
    let is_program = cx.file.policies().files.programs_by_name && is_program(text);
    if !is_path || is_program || cx.file.tree().is_damaged() {
        return;
    }
    if let Some(what) = left_root(cx, text, false) {
        return cx.report(name, rules::outside_root::file(name.span(), text, what));
    }
    let Some(path) = missing_file(cx, text) else { return };
    let Some(artifacts) = visible_artifacts(cx, enclosing) else { return };
    if artifacts.contains(text) {
        return;
    }
    if let Some(path) = path_from_here(cx, text) {
        return cx.report(name, rules::missing_file::in_parent_directory(name.span(), text, &path));
    }
    if let Some(meant) = existing_file(cx, text) {
        return cx.report(name, rules::missing_file::similar(name.span(), text, &meant, true));
    }
    let mut names: Vec<&str> = artifacts.iter().copied().collect();
    names.sort_unstable();
    let shown = paths::shown(&path, &cx.host.working_directory());
    let may_be_artifact = !matches!(enclosing, Enclosing::Nothing);
    let suggestion = suggest(text, names);
    let diagnostic = rules::missing_file::new(name.span(), text, shown.as_str(), may_be_artifact, suggestion);
    cx.report(name, diagnostic);
}

/// Returns the existing file that is meant by a path with backslashes, or by a command line that has one.
fn existing_file(cx: &Cx<'_>, text: &str) -> Option<ExistingFile> {
    const MAX_WORDS: usize = 20;
    let home = cx.file.home.as_ref()?;
    let exists = |path: &str| {
        let path = paths::clean(&paths::join(&home.directory, Utf8Path::new(path)));
        path.starts_with(&home.root) && cx.host.entry(&path).is_some()
    };
    if text.contains('\\') {
        let path = text.replace('\\', "/");
        let written = plain(&path);
        return exists(&path).then_some(ExistingFile { path, written, is_in_command: false });
    }
    text.split_whitespace().nth(1)?;
    let mut words = text.split_whitespace().take(MAX_WORDS);
    let path = words.find(|word| word.contains('.') && !word.starts_with(['-', '/', '.']) && exists(word))?;
    Some(ExistingFile { path: path.to_owned(), written: plain(path), is_in_command: true })
}

/// Whether an implementation is the name of a configurator of Unfurl, or a command, judged by its form.
fn is_program(text: &str) -> bool {
    text.starts_with("unfurl.") || text.contains(' ') || !text.contains(['/', '.'])
}

/// Checks the `file` of an artifact: it must exist if it is certainly a local file, and not the name of an image or
/// package. `extensions` are those that its type lists.
pub(super) fn check_artifact_file<'g>(cx: &mut Cx<'g>, file: YamlNode<'g>, extensions: &[&str]) {
    let text = file.text();
    if let Some(rest) = cx.file.policies().files.from_root.and_then(|start| text.strip_prefix(start)) {
        return check_archive_file(cx, file, rest);
    }
    let is_path = cx.file.policies().files.are_paths && !text.starts_with('$');
    if !is_path && !is_local_file(text, extensions) || cx.file.tree().is_damaged() {
        return;
    }
    let Some(path) = missing_file(cx, text) else { return };
    if let Some(path) = path_from_here(cx, text) {
        return cx.report(
            file,
            rules::missing_file::in_parent_directory(file.span(), text, &path).in_clause("12.2"),
        );
    }
    if let Some(meant) = existing_file(cx, text).filter(|meant| !meant.is_in_command) {
        return cx
            .report(file, rules::missing_file::similar(file.span(), text, &meant, false).in_clause("12.2"));
    }
    let shown = paths::shown(&path, &cx.host.working_directory());
    let diagnostic = rules::missing_file::new(file.span(), text, shown.as_str(), false, None);
    cx.report(file, diagnostic.misses(["repository"]).in_clause("12.2"));
}

/// Reports a `file` that climbs above the root of the repository or archive that it is relative to (12.2-14).
pub(super) fn check_inside<'g>(cx: &mut Cx<'g>, file: YamlNode<'g>, is_in_repository: bool) -> bool {
    let text = file.text();
    let is_relative = scheme(text).is_none() && !text.starts_with(['/', '\\', '$']);
    let left = if is_relative { left_root(cx, text, is_in_repository) } else { None };
    if let Some(what) = left {
        cx.report(file, rules::outside_root::file(file.span(), text, what));
    }
    left.is_none()
}

/// Returns what a relative path climbs out of: the repository, or the archive of this file. `None` if it stays inside,
/// or there is neither.
fn left_root(cx: &Cx<'_>, text: &str, is_in_repository: bool) -> Option<&'static str> {
    if !text.split(['/', '\\']).any(|segment| segment == "..") {
        return None;
    }
    let path = Utf8Path::new(text);
    if is_in_repository {
        return paths::clean(path).starts_with("..").then_some("repository");
    }
    let home = cx.file.home.as_ref()?;
    // An unpacked archive may refer to files next to its directory.
    let root = cx.host.archive_root(&home.directory)?;
    (!paths::clean(&paths::join(&home.directory, path)).starts_with(root)).then_some("archive")
}

/// Compares the checksum of an artifact with that of its file, if it is a local one (12.2-18).
pub(super) fn check_checksum<'g>(cx: &mut Cx<'g>, artifact: &'g ArtifactDefinition, file: YamlNode<'g>) {
    let (Some(checksum), Some(name)) = (artifact.checksum, artifact.checksum_algorithm) else { return };
    let (checksum, name) = (cx.node(checksum.0), cx.node(name.0));
    let Some(algorithm) = ChecksumAlgorithm::named(name.text()) else { return };
    let Some(path) = local_file(cx, file.text()) else { return };
    // Other lengths are reported.
    if let Some(actual) = algorithm.other_than(checksum.text(), cx.host, &path) {
        let diagnostic =
            rules::wrong_checksum::new(checksum.span(), name.text(), &actual, file.text(), file.span());
        cx.report(checksum, diagnostic);
    }
}

/// Returns the path of a file that exists inside the root directory or archive of this file.
fn local_file(cx: &Cx<'_>, text: &str) -> Option<Utf8PathBuf> {
    if scheme(text).is_some() || text.starts_with(['\\', '$']) {
        return None;
    }
    let home = cx.file.home.as_ref()?;
    let from_root = cx.file.policies().files.from_root.and_then(|start| text.strip_prefix(start));
    let path = match from_root {
        Some(path) => paths::join(&home.root, Utf8Path::new(path.trim_start_matches('/'))),
        None if text.starts_with('/') => return None,
        None => paths::join(&home.directory, Utf8Path::new(text)),
    };
    let path = paths::clean(&path);
    (path.starts_with(&home.root) && cx.host.entry(&path) == Some(Entry::File)).then_some(path)
}

/// Whether the `file` of an artifact is certainly a relative path: it has an extension, and is neither a name such as
/// `nginx:1.25`, `registry.example.com/app` or `org.example.Main`, nor a pattern.
fn is_local_file(text: &str, extensions: &[&str]) -> bool {
    if text.starts_with(['/', '\\', '~']) || text.contains([':', '@', '$', '*', '?', '{', '<', '\n']) {
        return false;
    }
    if text.starts_with("./") || text.starts_with("../") {
        return true;
    }
    let segments: Vec<&str> = text.split(['/', '\\']).collect();
    let [.., name] = segments.as_slice() else { return false };
    let Some((stem, extension)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) else {
        return false;
    };
    let stem = stem.strip_suffix(".tar").unwrap_or(stem);
    if extensions.iter().any(|listed| listed.eq_ignore_ascii_case(extension)) {
        return true;
    }
    let is_extension = extension.len() <= MAX_EXTENSION_BYTES
        && extension.starts_with(|first: char| first.is_ascii_lowercase())
        && extension.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let is_in_registry = segments.len() > 1 && segments.first().is_some_and(|first| first.contains('.'));
    let is_qualified_name = segments.len() == 1
        && stem.contains('.')
        && stem.chars().all(|character| character.is_alphabetic() || character == '.');
    is_extension && !is_in_registry && !is_qualified_name
}

/// Reports a missing file of an archive. The path is relative to the root, which is only known for archives.
fn check_archive_file<'g>(cx: &mut Cx<'g>, name: YamlNode<'g>, path: &str) {
    let Some(home) = &cx.file.home else { return };
    let exists = |path: &str| cx.host.entry(&paths::join(&home.root, Utf8Path::new(path))).is_some();
    let path = path.trim_start_matches('/');
    if path.is_empty() || exists(path) || !METADATA_FILES.into_iter().any(exists) {
        return;
    }
    let full = paths::join(&home.root, Utf8Path::new(path));
    let shown = paths::shown(&full, &cx.host.working_directory());
    cx.report(name, rules::missing_file::in_archive(name.span(), name.text(), shown.as_str()));
}

/// Returns the full path of a relative path if the file is missing.
fn missing_file<'g>(cx: &mut Cx<'g>, text: &'g str) -> Option<Utf8PathBuf> {
    if let Some(known) = cx.memo.files.get(text) {
        return known.clone();
    }
    let home = cx.file.home.as_ref()?;
    let path = paths::clean(&paths::join(&home.directory, Utf8Path::new(text)));
    // Files outside the root directory are not checked.
    let missing = path.starts_with(&home.root) && cx.host.entry(&path).is_none();
    let missing = missing.then_some(path);
    cx.memo.files.insert(text, missing.clone());
    missing
}

/// Returns the path from this file to a file that `text` names relative to a parent directory. Only for
/// versions and dialects that do not define what paths are relative to.
fn path_from_here(cx: &Cx<'_>, text: &str) -> Option<String> {
    let home = cx.file.home.as_ref().filter(|_| cx.file.policies().files.from_above)?;
    let mut directories = home.directory.ancestors().take_while(|parent| parent.starts_with(&home.root));
    let steps = directories.position(|directory| {
        let path = paths::clean(&paths::join(directory, Utf8Path::new(text)));
        path.starts_with(&home.root) && cx.host.entry(&path).is_some()
    })?;
    Some("../".repeat(steps) + text)
}

/// Returns the names of the artifacts that an implementation can name, or `None` if some are unknown.
fn visible_artifacts<'g>(cx: &mut Cx<'g>, enclosing: Enclosing<'g>) -> Option<Rc<FxHashSet<&'g str>>> {
    let types = cx.types;
    match enclosing {
        Enclosing::Nothing => Some(Rc::default()),
        Enclosing::Type(ty) => {
            // Derived types of other files may add artifacts.
            if ty.is_incomplete || types.graph.is_part {
                return None;
            }
            if let Some(known) = cx.memo.artifacts.get(&ty.id) {
                return Some(known.clone());
            }
            let names = Rc::new(artifacts_of_descendants(cx, ty));
            cx.memo.artifacts.insert(ty.id, names.clone());
            Some(names)
        }
        Enclosing::Template(node_template) => {
            let ty = types.defined(node_template.node_type).filter(|ty| !ty.is_incomplete)?;
            let members = types.members(ty, Artifacts);
            let mut names: FxHashSet<&str> = members.iter().map(|(name, _)| name).collect();
            let copied = node_template.original();
            if node_template.written().copy.is_some()
                && copied.is_none_or(|copied| copied.written().copy.is_some())
            {
                return None;
            }
            for template in [Some(node_template), copied].into_iter().flatten() {
                let artifacts = template.written().artifacts();
                if !artifacts.is_complete() {
                    return None;
                }
                let keys = artifacts.given().into_iter().flat_map(Map::keys);
                names.extend(keys.map(|key| cx.node(key).text()));
            }
            Some(Rc::new(names))
        }
    }
}

/// Returns the names of the artifacts of a node type, its derived types and their templates.
fn artifacts_of_descendants<'g>(cx: &Cx<'g>, ty: TypeView<'g>) -> FxHashSet<&'g str> {
    let types = cx.types;
    let members = types.members(ty, Artifacts);
    let mut names: FxHashSet<&str> = members.iter().map(|(name, _)| name).collect();
    let is_derived = |meaning: TypeRef| types.relation(meaning, TypeRef::Defined(ty.id)) == Truth::Yes;
    for node_type in types.iter().filter(|node_type| matches!(node_type.body, Body::Node(_))) {
        if is_derived(TypeRef::Defined(node_type.id)) {
            names.extend(
                node_type
                    .members()
                    .further()
                    .artifacts
                    .iter()
                    .map(|artifact| cx.types.node(artifact.key).text()),
            );
        }
    }
    for file in &types.graph.files {
        let Some(service) = cx.model.service(file.id) else { continue };
        for node_template in
            service.node_templates().iter().filter(|node_template| is_derived(node_template.node_type))
        {
            let artifacts = entries(node_template.written().artifacts.as_ref());
            names.extend(artifacts.map(|(key, _)| file.node(key).text()));
        }
    }
    names
}

//! What a normal form lacks: imports that were not loaded, and parts with errors.

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::base::FileId;
use crate::load::{File, Import};
use crate::model::types::Types;
use crate::model::{WrittenImport, written_imports};

use super::context::{Cx, reached};
use super::named::NormalText;
use super::yaml::Yaml;

/// Something that a normal form lacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Missing {
    /// The content of a file or profile that was not loaded.
    Import(MissingImport),
    /// Parts of the file or its imports that have errors; the number of errors.
    Errors(usize),
}

/// An import that was not loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct MissingImport {
    /// The URL or path of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<NormalText>,
    /// The name of the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<NormalText>,
    /// The repository that `url` is relative to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<NormalText>,
    /// The prefix of the names that it may define.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<NormalText>,
}

/// Prints imports that were not loaded, so that the names that they may define stay unknown.
pub(super) fn print(missing: &[Missing], yaml: &mut Yaml) {
    let mut imports = missing.iter().filter_map(|missing| match missing {
        Missing::Import(import) => Some(import),
        Missing::Errors(_) => None,
    });
    let Some(first) = imports.next() else { return };
    yaml.list("imports", |yaml| {
        for import in std::iter::once(first).chain(imports) {
            yaml.item(|yaml| {
                yaml.optional("url", import.url.as_deref());
                yaml.optional("profile", import.profile.as_deref());
                yaml.optional("repository", import.repository.as_deref());
                yaml.optional("namespace", import.namespace.as_deref());
            });
        }
    });
}

/// Returns the imports without a target in a file and the files that it imports.
pub(super) fn without_target(types: &Types, file: FileId) -> impl Iterator<Item = &Import> {
    let files = reached(types, file, false).into_iter();
    files.flat_map(|id| &types.graph.file(id).imports).filter(|import| import.target.is_none())
}

/// Returns what the normal form of the file lacks.
pub(super) fn missing(cx: &mut Cx<'_>) -> Vec<Missing> {
    let mut imports: Vec<MissingImport> = Vec::new();
    let mut open: FxHashMap<FileId, MissingImport> = FxHashMap::default();
    let graph = &cx.types.graph;
    let files = reached(cx.types, cx.file.id, false);
    for file in files.iter().map(|id| graph.file(*id)) {
        let mut without_target = file.imports.iter().filter(|import| import.target.is_none()).peekable();
        if without_target.peek().is_none() {
            continue;
        }
        let written = written_imports(file);
        for import in without_target {
            let Some(written) = written.get(&import.value) else { continue };
            let import = missing_import(cx, file, import, *written);
            if import.namespace.is_none() {
                open.entry(file.id).or_insert_with(|| import.clone());
            }
            imports.push(import);
        }
    }
    if !open.is_empty() {
        imports.extend(behind_namespaces(cx, &files, open));
    }
    let mut seen = rustc_hash::FxHashSet::default();
    imports.retain(|import| seen.insert(import.clone()));
    let errors = (cx.options.errors > 0).then_some(Missing::Errors(cx.options.errors));
    imports.into_iter().map(Missing::Import).chain(errors).collect()
}

/// Returns an import for each namespace of a loaded file whose own names are unknown because of an import of
/// that file. `open` has these files, as far as they have such an import themselves.
fn behind_namespaces(
    cx: &Cx<'_>,
    files: &[FileId],
    mut open: FxHashMap<FileId, MissingImport>,
) -> Vec<MissingImport> {
    let graph = &cx.types.graph;
    let mut importers: FxHashMap<FileId, Vec<FileId>> = FxHashMap::default();
    let mut with_namespace = Vec::new();
    for file in files.iter().map(|id| graph.file(*id)) {
        for import in &file.imports {
            match (import.target, file.namespace(import)) {
                (Some(target), None) => importers.entry(target).or_default().push(file.id),
                (Some(target), Some(namespace)) => with_namespace.push((target, namespace)),
                (None, _) => {}
            }
        }
    }
    let mut waiting: Vec<FileId> = files.iter().copied().filter(|id| open.contains_key(id)).collect();
    while let Some(id) = waiting.pop() {
        let Some(import) = open.get(&id).cloned() else { continue };
        for importer in importers.get(&id).into_iter().flatten() {
            if !open.contains_key(importer) {
                open.insert(*importer, import.clone());
                waiting.push(*importer);
            }
        }
    }
    let behind = with_namespace.into_iter().filter_map(|(target, namespace)| {
        let import = open.get(&target)?;
        Some(MissingImport { namespace: Some(namespace.into()), ..import.clone() })
    });
    behind.collect()
}

/// Returns an import of `file` that was not loaded.
fn missing_import<'g>(
    cx: &mut Cx<'g>,
    file: &'g File,
    import: &Import,
    written: WrittenImport<'g>,
) -> MissingImport {
    MissingImport {
        url: match (written.url, written.repository) {
            (Some(url), None) => Some(cx.relative_path(url)),
            (url, _) => Cx::node_text(url),
        },
        profile: Cx::node_text(written.profile),
        repository: written.repository.map(|name| cx.global(name)),
        namespace: file.namespace(import).map(NormalText::from),
    }
}

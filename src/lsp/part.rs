//! Selects the files that the findings of an edited document need, in a large folder: the document and its
//! imports.

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::FileId;
use crate::load::{EntryFile, File, FileGraph};

use super::project::{OpenDocument, Snapshot};

/// Below this number of files, everything is checked at once; otherwise a part is checked first.
const MIN_FILES_OF_LARGE_PROJECT: usize = 200;

/// The part of a folder that is checked first.
pub(super) struct Part {
    /// The files whose findings are reported, by identity.
    pub(super) reported: Vec<Utf8PathBuf>,
    /// The files to check.
    pub(super) entries: Vec<EntryFile>,
}

/// Whether there are enough files that a part is checked first.
pub(super) fn is_large(graph: &FileGraph) -> bool {
    graph.files.len() >= MIN_FILES_OF_LARGE_PROJECT
}

/// Returns the documents whose texts have changed since the check of `old`, or `None` if anything else
/// changed.
pub(super) fn edited<'s>(old: &Snapshot, new: &'s Snapshot) -> Option<Vec<&'s OpenDocument>> {
    let is_same = old.folders == new.folders
        && std::sync::Arc::ptr_eq(&old.settings, &new.settings)
        && old.documents.len() == new.documents.len();
    let mut edited = Vec::new();
    for (old, new) in old.documents.iter().zip(&new.documents) {
        if !is_same || old.uri != new.uri || old.is_tosca != new.is_tosca {
            return None;
        }
        if old.text != new.text {
            edited.push(new);
        }
    }
    (is_same && edited.iter().all(|document| document.is_tosca)).then_some(edited)
}

impl Part {
    /// Returns the part that the `edited` documents need, according to the last full check: these documents,
    /// those among the `open` ones that import them, and those that determine the version of one without a version. Returns `None` if everything is to be checked at
    /// once, because there are few files or one is new. `folder` is the absolute path of the searched folder.
    pub(super) fn for_documents(
        graph: &FileGraph,
        edited: &[&OpenDocument],
        open: &[&OpenDocument],
        folder: Option<&Utf8Path>,
    ) -> Option<Self> {
        if !is_large(graph) {
            return None;
        }
        let find = |document: &&OpenDocument| {
            let file = graph.files.iter().find(|file| file.identity == document.identity);
            file.map(|file| file.id)
        };
        let without_version: Vec<FileId> =
            edited.iter().filter(|open| !has_version(&open.text)).filter_map(find).collect();
        let edited = edited.iter().map(find).collect::<Option<Vec<FileId>>>()?;
        let mut needed = vec![false; graph.files.len()];
        let mut reported = Vec::new();
        let importers = open.iter().filter_map(find).filter(|id| !edited.contains(id));
        for id in edited.iter().copied().chain(importers) {
            let reached = graph.reached(id, true);
            if edited.iter().any(|edited| reached.contains(edited)) {
                reported.push(graph.file(id).identity.clone());
                for id in reached {
                    if let Some(needed) = needed.get_mut(id.index()) {
                        *needed = true;
                    }
                }
            }
        }
        add_givers_of_versions(graph, &without_version, &mut needed);
        let part: Vec<&File> =
            graph.files.iter().zip(&needed).filter(|(_, needed)| **needed).map(|(file, _)| file).collect();
        if part.len() * 2 > graph.files.len() {
            return None;
        }
        let entry = |file: &&File| {
            let is_searched =
                |folder: &&Utf8Path| file.home.as_ref().is_some_and(|home| home.root == **folder);
            let searched = folder.filter(is_searched).map(Utf8Path::to_owned);
            EntryFile { path: file.source().path.clone(), searched }
        };
        let entries =
            part.iter().filter(|file| file.is_requested && !file.is_built_in()).map(entry).collect();
        Some(Self { reported, entries })
    }
}

/// Whether a text may state its version of TOSCA.
fn has_version(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"tosca_definitions_version").is_some()
}

/// Adds the importers of the `needed` files that were read in the version of an importer, or are `without_version` now,
/// with what these import.
fn add_givers_of_versions(graph: &FileGraph, without_version: &[FileId], needed: &mut [bool]) {
    loop {
        let takes_version = |id: FileId| {
            needed.get(id.index()) == Some(&true)
                && (graph.file(id).parsed().inherited_version.is_some() || without_version.contains(&id))
        };
        let gives_version = |file: &&File| {
            needed.get(file.id.index()) == Some(&false)
                && file.imports.iter().filter_map(|import| import.target).any(takes_version)
        };
        let givers: Vec<FileId> = graph.files.iter().filter(gives_version).map(|file| file.id).collect();
        if givers.is_empty() {
            return;
        }
        for id in givers.into_iter().flat_map(|giver| graph.reached(giver, true)) {
            if let Some(needed) = needed.get_mut(id.index()) {
                *needed = true;
            }
        }
    }
}

/// Whether a file has more unresolved imports than before: they may refer to files of the folder that are not
/// in the part.
pub(super) fn has_more_unresolved_imports(old: Option<&File>, new: &File) -> bool {
    let unresolved = |file: &File| file.imports.iter().filter(|import| import.target.is_none()).count();
    unresolved(new) > old.map_or(0, unresolved)
}

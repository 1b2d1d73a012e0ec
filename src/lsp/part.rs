//! Which files the findings of an edited document need, in a folder of many: the document, and what it imports.

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::FileId;
use crate::load::{EntryFile, File, FileGraph};

use super::project::{Document, Snapshot};

/// So many files are checked together at once; of more, a part comes first.
const MANY: usize = 200;

/// The part of a folder that is checked first.
pub(super) struct Part {
    /// The files whose findings are told, by identity.
    pub(super) told: Vec<Utf8PathBuf>,
    /// The files to check.
    pub(super) entries: Vec<EntryFile>,
}

/// Whether there are so many files that a part is checked first.
pub(super) fn is_large(graph: &FileGraph) -> bool {
    graph.files.len() >= MANY
}

/// The documents whose texts alone are not the ones that were checked `before`; none where anything else changed.
pub(super) fn edited<'s>(before: &Snapshot, now: &'s Snapshot) -> Option<Vec<&'s Document>> {
    let is_same = before.folders == now.folders
        && std::sync::Arc::ptr_eq(&before.settings, &now.settings)
        && before.documents.len() == now.documents.len();
    let mut edited = Vec::new();
    for (before, now) in before.documents.iter().zip(&now.documents) {
        if !is_same || before.uri != now.uri || before.is_tosca != now.is_tosca {
            return None;
        }
        if before.text != now.text {
            edited.push(now);
        }
    }
    (is_same && edited.iter().all(|document| document.is_tosca)).then_some(edited)
}

impl Part {
    /// The part that the `edited` documents need, of the files that were checked before: these documents, and the
    /// other ones among the `open` that import them. None where all is to be checked at once: there are few files, or
    /// one is new. `folder` is what is searched, absolute.
    pub(super) fn of(
        graph: &FileGraph,
        edited: &[&Document],
        open: &[&Document],
        folder: Option<&Utf8Path>,
    ) -> Option<Self> {
        if !is_large(graph) {
            return None;
        }
        let find = |document: &&Document| {
            let found = graph.files.iter().find(|file| file.identity == document.identity);
            found.map(|file| file.id)
        };
        let edited = edited.iter().map(find).collect::<Option<Vec<FileId>>>()?;
        let mut needed = vec![false; graph.files.len()];
        let mut told = Vec::new();
        let others = open.iter().filter_map(find).filter(|id| !edited.contains(id));
        for id in edited.iter().copied().chain(others) {
            let reached = graph.reached(id, true);
            if edited.iter().any(|edited| reached.contains(edited)) {
                told.push(graph.file(id).identity.clone());
                for id in reached {
                    if let Some(needed) = needed.get_mut(id.index()) {
                        *needed = true;
                    }
                }
            }
        }
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
        let entries = part.iter().filter(|file| file.asked_for && !file.is_built_in()).map(entry).collect();
        Some(Self { told, entries })
    }
}

/// Whether a file has imports that lead nowhere now, and did not before: they may lead to files of the folder that
/// are not in the part.
pub(super) fn lost_imports(before: Option<&File>, now: &File) -> bool {
    let lost = |file: &File| file.imports.iter().filter(|import| import.target.is_none()).count();
    lost(now) > before.map_or(0, lost)
}

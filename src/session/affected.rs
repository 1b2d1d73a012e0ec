//! Limits findings to files that a change affects.

use camino::Utf8PathBuf;
use rustc_hash::FxHashSet;

use crate::base::FileId;
use crate::host::Changes;

use super::Analysis;

/// Keeps only findings in changed files, in files that import them directly or not, and in configurations. A
/// changed configuration affects the files that it applies to; a removed file affects files with an
/// unresolved import.
pub(super) fn keep(analysis: &mut Analysis, changed: &Changes) {
    let files: FxHashSet<&Utf8PathBuf> = changed.files.iter().collect();
    let graph = &analysis.graph;
    let mut importers: Vec<Vec<FileId>> = vec![Vec::new(); graph.files.len()];
    for file in &graph.files {
        for target in file.imports.iter().filter_map(|import| import.target) {
            importers[target.index()].push(file.id);
        }
    }
    let is_affected = |file: &&crate::load::File| {
        let configuration = analysis.configured_by.get(file.id.index()).and_then(Option::as_ref);
        files.contains(&file.identity)
            || configuration.is_some_and(|path| files.contains(path))
            || changed.removed && file.imports.iter().any(|import| import.target.is_none())
    };
    let mut queue: Vec<FileId> = graph.files.iter().filter(is_affected).map(|file| file.id).collect();
    let mut affected: FxHashSet<FileId> = queue.iter().copied().collect();
    while let Some(file) = queue.pop() {
        for &importer in &importers[file.index()] {
            if affected.insert(importer) {
                queue.push(importer);
            }
        }
    }
    analysis.diagnostics.retain(|diagnostic| {
        let file = diagnostic.primary.span.file;
        graph.get(file).is_none() || affected.contains(&file)
    });
    analysis.affected = Some(affected);
}

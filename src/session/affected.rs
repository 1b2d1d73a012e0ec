//! What a change of files concerns.

use camino::Utf8PathBuf;
use rustc_hash::FxHashSet;

use crate::base::FileId;
use crate::host::Changes;

use super::Analysis;

/// Keeps the findings in files that changed, in those that import them, and so on; and in configurations.
/// A configuration that changed concerns the files that it is for; a file that is gone, those with an import
/// that leads nowhere.
pub(super) fn keep(analysis: &mut Analysis, changed: &Changes) {
    let files: FxHashSet<&Utf8PathBuf> = changed.files.iter().collect();
    let graph = &analysis.graph;
    let mut importers: Vec<Vec<FileId>> = vec![Vec::new(); graph.files.len()];
    for file in &graph.files {
        for target in file.imports.iter().filter_map(|import| import.target) {
            importers[target.index()].push(file.id);
        }
    }
    let is_concerned = |file: &&crate::load::File| {
        let configuration = analysis.configured_by.get(file.id.index()).and_then(Option::as_ref);
        files.contains(&file.identity)
            || configuration.is_some_and(|path| files.contains(path))
            || changed.removed && file.imports.iter().any(|import| import.target.is_none())
    };
    let mut waiting: Vec<FileId> = graph.files.iter().filter(is_concerned).map(|file| file.id).collect();
    let mut affected: FxHashSet<FileId> = waiting.iter().copied().collect();
    while let Some(file) = waiting.pop() {
        for &importer in &importers[file.index()] {
            if affected.insert(importer) {
                waiting.push(importer);
            }
        }
    }
    analysis.diagnostics.retain(|found| {
        let file = found.primary.span.file;
        graph.get(file).is_none() || affected.contains(&file)
    });
    analysis.affected = Some(affected);
}

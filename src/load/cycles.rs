//! Finds groups of files that import each other in cycles.

use crate::base::{FileId, Graph, cycles};

use super::FileGraph;

/// An import cycle.
pub(super) struct Cycle {
    /// The files of a shortest cycle, starting with the first file in load order.
    pub(super) chain: Vec<FileId>,
    /// The index of the import in the first file that targets the next file of the chain.
    pub(super) import: usize,
    /// The number of files in the group.
    pub(super) size: usize,
}

/// The import graph: files, in load order, and their imports.
struct Imports<'g>(&'g FileGraph);

impl Graph for Imports<'_> {
    fn count(&self) -> usize {
        self.0.files.len()
    }

    fn edge(&self, vertex: usize, index: usize) -> Option<Option<usize>> {
        let import = self.0.files[vertex].imports.get(index)?;
        Some(import.target.map(FileId::index))
    }
}

/// Returns all cycles, sorted by their first file.
pub(super) fn find(graph: &FileGraph) -> Vec<Cycle> {
    let cycles = cycles(&Imports(graph)).into_iter().filter_map(|cycle| {
        let chain: Vec<FileId> = cycle.chain.iter().map(|&index| graph.files[index].id).collect();
        let next = chain.get(1).or(chain.first()).copied();
        let imports = &graph.file(chain[0]).imports;
        let import = imports.iter().position(|import| import.target == next)?;
        Some(Cycle { chain, import, size: cycle.size })
    });
    cycles.collect()
}

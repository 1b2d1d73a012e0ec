//! Groups of files that import each other in circles.

use crate::base::{FileId, Graph, circles};

use super::FileGraph;

/// A circle of imports: the files on it from the first one on, and the import that leads into it.
pub(super) struct Cycle {
    /// The files of a shortest circle, starting with the first file in load order.
    pub(super) chain: Vec<FileId>,
    /// The position of the import in the first file that leads along the chain.
    pub(super) import: usize,
    /// The number of files in the group.
    pub(super) size: usize,
}

/// The files, in load order, and their imports.
struct Imports<'g>(&'g FileGraph);

impl Graph for Imports<'_> {
    fn count(&self) -> usize {
        self.0.files.len()
    }

    fn edge(&self, vertex: usize, at: usize) -> Option<Option<usize>> {
        let import = self.0.files[vertex].imports.get(at)?;
        Some(import.target.map(FileId::index))
    }
}

/// All groups, by their first file.
pub(super) fn find(graph: &FileGraph) -> Vec<Cycle> {
    let found = circles(&Imports(graph)).into_iter().filter_map(|circle| {
        let chain: Vec<FileId> = circle.chain.iter().map(|&at| graph.files[at].id).collect();
        let next = chain.get(1).or(chain.first()).copied();
        let imports = &graph.file(chain[0]).imports;
        let import = imports.iter().position(|import| import.target == next)?;
        Some(Cycle { chain, import, size: circle.size })
    });
    found.collect()
}

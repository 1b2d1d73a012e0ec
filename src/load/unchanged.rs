//! What a run can take over from an earlier run of the same session.
//!
//! What a phase works out about a file depends on the file and on those that it imports, directly or not. So
//! its result stays the same as long as none of these has changed.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::FileId;

use super::{File, FileGraph};

/// The files that have not changed since an earlier run, and import no file that has, directly or not.
#[derive(Debug, Default)]
pub struct Unchanged {
    files: Vec<bool>,
}

impl Unchanged {
    /// Compares a graph with that of an earlier run.
    #[must_use]
    pub fn since(earlier: &FileGraph, graph: &FileGraph) -> Self {
        if !graph.is_loaded_like(earlier) {
            return Self::default();
        }
        let same = |(file, earlier): (&File, &File)| file.is_same(earlier);
        let mut files: Vec<bool> = graph.files.iter().zip(&earlier.files).map(same).collect();
        files.resize(graph.files.len(), false);
        let mut importers = vec![Vec::new(); graph.files.len()];
        for file in &graph.files {
            for used in file.uses() {
                importers[used.index()].push(file.id);
            }
        }
        let changed = graph.files.iter().map(|file| file.id).filter(|id| !files[id.index()]);
        let mut changed: Vec<FileId> = changed.collect();
        while let Some(id) = changed.pop() {
            for &importer in &importers[id.index()] {
                if std::mem::replace(&mut files[importer.index()], false) {
                    changed.push(importer);
                }
            }
        }
        let mut shared = FxHashMap::default();
        for (index, (file, earlier)) in graph.files.iter().zip(&earlier.files).enumerate() {
            let (near, earlier) = (&file.nearby.files, &earlier.nearby.files);
            let is_same = *shared.entry((near.as_ptr(), earlier.as_ptr())).or_insert_with(|| {
                near == earlier && near.iter().all(|id| files.get(id.index()) == Some(&true))
            });
            files[index] &= is_same || near.is_empty() && earlier.is_empty();
        }
        Self { files }
    }

    fn has(&self, index: usize) -> bool {
        self.files.get(index) == Some(&true)
    }
}

/// The maximum number of changed files that one thread works on alone, because waking others would cost more.
pub(super) const MAX_SERIAL_FILES: usize = 2;

/// The results of a phase about each file, which runs share.
#[derive(Debug)]
pub struct PerFile<T> {
    results: Vec<Arc<T>>,
}

/// The results of a phase in an earlier run, and the files for which they still hold.
#[derive(Debug)]
pub struct Earlier<'e, T> {
    /// The results of that run, or `None` if there are none.
    pub results: Option<&'e PerFile<T>>,
    /// The files for which they still hold.
    pub unchanged: &'e Unchanged,
}

impl<T> Default for PerFile<T> {
    fn default() -> Self {
        Self { results: Vec::new() }
    }
}

impl<T> Clone for PerFile<T> {
    fn clone(&self) -> Self {
        Self { results: self.results.clone() }
    }
}

impl<T: Send + Sync> PerFile<T> {
    /// Works out the results of all files, except for those that `earlier` has.
    #[must_use]
    pub fn new<'g>(
        graph: &'g FileGraph,
        earlier: &Earlier<'_, T>,
        work: impl Fn(&'g File) -> T + Sync,
    ) -> Self {
        let result = |file: &'g File| earlier.get(file.id).cloned().unwrap_or_else(|| Arc::new(work(file)));
        let is_new = |file: &&File| earlier.get(file.id).is_none();
        let are_few_new = graph.files.iter().filter(is_new).nth(MAX_SERIAL_FILES).is_none();
        let results = if are_few_new && earlier.results.is_some() {
            graph.files.iter().map(result).collect()
        } else {
            graph.map_files(result)
        };
        Self { results }
    }

    /// Returns the result about a file, or `None` if the file was added later.
    #[must_use]
    pub fn get(&self, file: FileId) -> Option<&T> {
        self.results.get(file.index()).map(AsRef::as_ref)
    }
}

impl<T: Clone> PerFile<T> {
    /// Returns the results in the order of the files; copies only those that another run uses.
    pub fn into_results(self) -> impl Iterator<Item = T> {
        self.results.into_iter().map(Arc::unwrap_or_clone)
    }
}

impl<T> Earlier<'_, T> {
    /// No results: everything is worked out.
    #[must_use]
    pub fn none() -> Self {
        static NOTHING: Unchanged = Unchanged { files: Vec::new() };
        Self { results: None, unchanged: &NOTHING }
    }

    /// Returns the result about a file, if it still holds.
    fn get(&self, file: FileId) -> Option<&Arc<T>> {
        let earlier = self.results.filter(|_| self.unchanged.has(file.index()))?;
        earlier.results.get(file.index())
    }
}

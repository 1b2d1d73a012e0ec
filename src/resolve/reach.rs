//! Which files reach which through imports without a namespace. A project may have thousands of files, so that not every
//! look-up can visit all files that an importing file reaches.

use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::FileId;

/// What a file, or some file that it reaches, may hide from a look-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gaps {
    /// A bit for each kind of which there may be more names than could be read.
    pub(super) incomplete_kinds: u16,
    /// Whether keys that could not be read may define names.
    pub(super) has_unknown_keys: bool,
    /// Whether there are namespaces, or imports whose namespace could not be read.
    pub(super) has_namespaces: bool,
}

impl Gaps {
    fn and(self, other: Self) -> Self {
        Self {
            incomplete_kinds: self.incomplete_kinds | other.incomplete_kinds,
            has_unknown_keys: self.has_unknown_keys || other.has_unknown_keys,
            has_namespaces: self.has_namespaces || other.has_namespaces,
        }
    }
}

/// The imports without a namespace, seen from the files that are imported.
pub(super) struct Reach {
    /// The files that import each file.
    importers: Vec<Vec<FileId>>,
    /// The gaps in the files that each file reaches, without its own.
    below: Vec<Gaps>,
    /// The files that reach a file, as far as they were needed.
    searches: Mutex<FxHashMap<FileId, Search>>,
}

/// A search for the files that reach a file, nearest first.
struct Search {
    seen: FxHashSet<FileId>,
    found: Vec<FileId>,
    next: usize,
}

impl Reach {
    /// `targets` are the files that each file imports without a namespace, and `gaps` the gaps in each file.
    pub(super) fn new<'t>(targets: impl Fn(FileId) -> &'t [Option<FileId>], gaps: &[(FileId, Gaps)]) -> Self {
        let mut importers = vec![Vec::new(); gaps.len()];
        for &(file, _) in gaps {
            for target in targets(file).iter().flatten() {
                importers[target.index()].push(file);
            }
        }
        let mut below = vec![Gaps::default(); gaps.len()];
        let mut pending: Vec<FileId> =
            gaps.iter().filter(|(_, gaps)| *gaps != Gaps::default()).map(|(file, _)| *file).collect();
        while let Some(file) = pending.pop() {
            let at_file = gaps[file.index()].1.and(below[file.index()]);
            for importer in &importers[file.index()] {
                let more = below[importer.index()].and(at_file);
                if more != below[importer.index()] {
                    below[importer.index()] = more;
                    pending.push(*importer);
                }
            }
        }
        Self { importers, below, searches: Mutex::default() }
    }

    /// Returns the gaps in the files that `file` reaches.
    pub(super) fn below(&self, file: FileId) -> Gaps {
        self.below[file.index()]
    }

    /// Whether `from` reaches `to`.
    pub(super) fn reaches(&self, from: FileId, to: FileId) -> bool {
        // A search is complete up to its last step, even if a thread panicked later.
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        let search = searches.entry(to).or_insert_with(|| Search {
            seen: FxHashSet::from_iter([to]),
            found: vec![to],
            next: 0,
        });
        while !search.seen.contains(&from) {
            let Some(&file) = search.found.get(search.next) else { return false };
            search.next += 1;
            for importer in &self.importers[file.index()] {
                if search.seen.insert(*importer) {
                    search.found.push(*importer);
                }
            }
        }
        true
    }
}

/// Returns those of `starts`, and of the files that they reach along `targets`, which reach one that `is_wanted`.
pub(super) fn reaching(
    starts: impl IntoIterator<Item = FileId>,
    targets: impl Fn(FileId, &mut dyn FnMut(FileId)),
    is_wanted: impl Fn(FileId) -> bool,
) -> FxHashSet<FileId> {
    let mut importers: FxHashMap<FileId, Vec<FileId>> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let mut reached: Vec<FileId> = starts.into_iter().filter(|file| seen.insert(*file)).collect();
    let mut next = 0;
    while let Some(&file) = reached.get(next) {
        next += 1;
        targets(file, &mut |target| {
            importers.entry(target).or_default().push(file);
            if seen.insert(target) {
                reached.push(target);
            }
        });
    }
    let mut pending = reached;
    pending.retain(|file| is_wanted(*file));
    let mut reaching: FxHashSet<FileId> = pending.iter().copied().collect();
    while let Some(file) = pending.pop() {
        for importer in importers.get(&file).into_iter().flatten() {
            if reaching.insert(*importer) {
                pending.push(*importer);
            }
        }
    }
    reaching
}

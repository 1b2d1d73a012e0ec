//! Files that a file sees without importing them, as far as its language allows that.
//!
//! A *repository by folders* keeps one element per folder, `nodetypes/<namespace>/<name>/`, and its files import
//! nothing: all of them see each other, whatever they are written in. In other projects the files that imports
//! connect are close to each other; which of them a name may come from is decided in `resolve`.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Span};
use crate::diagnostics::rules;
use crate::host::{Entry, paths};

use super::loader::{Loader, parent};
use super::locate::Base;

/// The folders of a repository, one for each kind of element.
const KINDS: &[&str] = &[
    "artifacttypes",
    "capabilitytypes",
    "datatypes",
    "grouptypes",
    "interfacetypes",
    "nodetypes",
    "policytypes",
    "relationshiptypes",
    "requirementtypes",
    "artifacttemplates",
    "nodetypeimplementations",
    "policytemplates",
    "relationshiptypeimplementations",
    "servicetemplates",
];

/// Returns the folders of a repository with this root.
pub(super) fn folders_of(root: &Utf8Path) -> impl Iterator<Item = Utf8PathBuf> {
    KINDS.iter().map(move |kind| paths::join(root, Utf8Path::new(kind)))
}

/// Whether a path is in one of the folders of a repository with this root.
pub(super) fn is_in_folder(root: &Utf8Path, path: &Utf8Path) -> bool {
    let folder = paths::inside(path, root).and_then(|below| below.split('/').next());
    folder.is_some_and(|folder| KINDS.contains(&folder))
}

/// The files that a file sees without importing them.
#[derive(Clone, Debug, Default)]
pub struct Nearby {
    /// The files, sorted.
    pub files: Arc<[FileId]>,
    /// Whether they are a repository by folders. Otherwise, imports connect them.
    pub is_repository: bool,
}

/// Returns the root of the repository by folders that has a file with this path: the directory above
/// `<kind>/<namespace>/<name>/<file>`.
#[must_use]
pub(super) fn repository_of(path: &Utf8Path) -> Option<&Utf8Path> {
    // Paths are text: their components are slow.
    let mut parts = path.as_str().rsplitn(5, '/').skip(3);
    let (kind, root) = (parts.next()?, parts.next()?);
    let root = if root.is_empty() { "/" } else { root };
    KINDS.contains(&kind).then(|| Utf8Path::new(root))
}

impl Loader<'_> {
    /// Queues all files of the repositories by folders that files of the run belong to. Returns whether there are new
    /// ones.
    pub(super) fn repositories_by_folders(&mut self) -> bool {
        let count_before = self.graph.files.len();
        for index in 0..count_before {
            let file = &self.graph.files[index];
            if !file.policies().names.sees_nearby || file.is_built_in() {
                continue;
            }
            let (id, root) = (file.id, repository_of(&file.identity).map(Utf8Path::to_owned));
            if let Some(root) = root.filter(|root| !self.repositories.contains(root)) {
                self.repositories.push(root.clone());
                self.request_repository(id, &root);
            }
        }
        self.graph.files.len() > count_before
    }

    fn request_repository(&mut self, from: FileId, root: &Utf8Path) {
        let kinds: Vec<Utf8PathBuf> =
            folders_of(root).filter(|kind| self.host.entry(kind) == Some(Entry::Directory)).collect();
        for path in kinds.iter().flat_map(|kind| self.host.list(kind).0) {
            let path = self.host.absolute(&path);
            if repository_of(&path) == Some(root) {
                let (shown, base) = (self.shown_from(from, &path), Base::Directory(parent(&path)));
                self.request(&path, shown, base, root, Some(Span::start_of(from)));
            }
        }
    }

    /// Sets the files that each file sees without importing them, when all imports are known.
    pub(super) fn set_nearby(&mut self) {
        let sees_nearby = |id: FileId| self.graph.file(id).policies().names.sees_nearby;
        if !self.graph.files.iter().any(|file| sees_nearby(file.id)) {
            return;
        }
        let (mut of_group, mut of_root): (FxHashMap<FileId, Vec<_>>, FxHashMap<&Utf8Path, Vec<_>>) =
            (FxHashMap::default(), FxHashMap::default());
        let groups = self.groups(false);
        for (file, group) in self.graph.files.iter().zip(&groups).filter(|(file, _)| !file.is_built_in()) {
            match repository_of(&file.identity) {
                Some(root) => of_root.entry(root).or_default().push(file.id),
                None => of_group.entry(*group).or_default().push(file.id),
            }
        }
        let mut nearby = vec![Nearby::default(); self.graph.files.len()];
        let roots = of_root.into_values().map(|files| (files, true));
        for (files, is_repository) in of_group.into_values().map(|files| (files, false)).chain(roots) {
            let shared = Nearby { files: Arc::from(files), is_repository };
            for &id in shared.files.iter().filter(|id| shared.files.len() > 1 && sees_nearby(**id)) {
                nearby[id.index()] = shared.clone();
            }
        }
        for (file, nearby) in self.graph.files.iter_mut().zip(nearby) {
            file.nearby = nearby;
        }
        self.report_repositories_by_folders();
    }

    /// Reports each repository whose files find each other, at its first file without imports.
    fn report_repositories_by_folders(&mut self) {
        let mut reported = FxHashSet::default();
        for file in &self.graph.files {
            if file.nearby.is_repository && file.imports.is_empty() && file.is_requested {
                let Some(root) = repository_of(&file.identity) else { continue };
                if reported.insert(root) {
                    let is_here = root == self.working_directory;
                    let shown =
                        if is_here { ".".into() } else { paths::shown(root, &self.working_directory) };
                    let span = file.tree().root().map_or(Span::start_of(file.id), |root| {
                        root.entries().next().map_or(Span::start_of(file.id), |(key, _)| key.span())
                    });
                    let count = file.nearby.files.len();
                    self.diagnostics.push(rules::repository_by_folders::new(span, shown.as_str(), count));
                }
            }
        }
    }
}

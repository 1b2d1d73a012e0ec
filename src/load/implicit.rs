//! Profiles that files import without asking for them. Files that import each other share the newest
//! version among them.

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::base::{FileId, Span};
use crate::dialects::Implicit;

use super::built_in;
use super::loader::{Loader, parent};
use super::locate::Base;

impl Loader<'_> {
    /// Puts the profiles that files import without asking on the work list; says whether there are new ones.
    pub(super) fn implicit_profiles(&mut self) -> bool {
        let before = self.graph.files.len();
        if self.graph.files.iter().all(|file| file.policies().names.implicit.is_none()) {
            return false;
        }
        let groups = self.groups();
        let mut newest: FxHashMap<FileId, u8> = FxHashMap::default();
        for (file, group) in self.graph.files.iter().zip(&groups) {
            if let Some(implicit) = file.policies().names.implicit {
                let version = newest.entry(*group).or_insert(implicit.version);
                *version = implicit.version.max(*version);
            }
        }
        for (index, group) in groups.iter().enumerate() {
            let file = &self.graph.files[index];
            let Some(implicit) = file.policies().names.implicit else { continue };
            let version = newest.get(group).copied().unwrap_or(implicit.version);
            let further = file.policies().names.further;
            let known = self.implicit_of(file.id, implicit, version, further);
            self.graph.files[index].implicit = known;
        }
        self.graph.files.len() > before
    }

    /// The profiles of `version` that `id` sees.
    fn implicit_of(
        &mut self,
        id: FileId,
        implicit: Implicit,
        version: u8,
        further: &[&'static str],
    ) -> Vec<FileId> {
        let names = implicit.versions.get(usize::from(version)).copied().unwrap_or_default();
        let mut found = Vec::new();
        for name in names.iter().chain(further) {
            let Some(path) = built_in::profile(name).map(Utf8PathBuf::from) else { continue };
            let base = Base::Directory(parent(&path));
            let shown = self.shown_from(id, &path);
            let reached = Some(Span::start_of(id));
            let target = self.request(&path, shown, base, Utf8Path::new(built_in::PREFIX), reached);
            found.extend(target.filter(|target| *target != id));
        }
        found
    }

    /// For each file the first of those that it is tied to by imports, in whatever direction.
    fn groups(&self) -> Vec<FileId> {
        let mut first: Vec<usize> = (0..self.graph.files.len()).collect();
        let find = |first: &mut Vec<usize>, mut at: usize| {
            while first[at] != at {
                first[at] = first[first[at]];
                at = first[at];
            }
            at
        };
        for file in &self.graph.files {
            // Built-in files are everybody's: they tie nobody together.
            for target in file.imports.iter().filter_map(|import| import.target) {
                if self.graph.file(target).identity.as_str().starts_with(built_in::PREFIX) {
                    continue;
                }
                let (one, other) = (find(&mut first, file.id.index()), find(&mut first, target.index()));
                first[one.max(other)] = one.min(other);
            }
        }
        (0..first.len()).map(|at| self.graph.files[find(&mut first, at)].id).collect()
    }
}

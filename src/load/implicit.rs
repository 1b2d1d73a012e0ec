//! Profiles that files see without importing them. Files that import each other share the newest version
//! among them.

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::base::{FileId, Span};
use crate::dialects::Implicit;

use super::built_in;
use super::file::File;
use super::loader::{Loader, parent};
use super::locate::Base;

impl Loader<'_> {
    /// Queues the profiles that files see without importing them. Returns whether there are new ones.
    pub(super) fn implicit_profiles(&mut self) -> bool {
        let count_before = self.graph.files.len();
        if self.graph.files.iter().all(|file| file.policies().names.implicit.is_none()) {
            return false;
        }
        let groups = self.groups(true);
        let mut newest: FxHashMap<FileId, u8> = FxHashMap::default();
        for (file, group) in self.graph.files.iter().zip(&groups) {
            // The version of a file without one is that of the files around it.
            if let Some(implicit) = file.policies().names.implicit.filter(|_| has_version(file)) {
                let version = newest.entry(*group).or_insert(implicit.version);
                *version = implicit.version.max(*version);
            }
        }
        self.add_imported_versions(&groups, &mut newest);
        for (index, group) in groups.iter().enumerate() {
            let file = &self.graph.files[index];
            let Some(implicit) = file.policies().names.implicit else { continue };
            let version = newest.get(group).copied().unwrap_or(implicit.version);
            let further = file.policies().names.further;
            let known = self.implicit_of(file.id, implicit, version, further);
            self.graph.files[index].implicit = known;
        }
        self.graph.files.len() > count_before
    }

    /// Adds the versions whose profiles files import, as files that were lowered do.
    fn add_imported_versions(&self, groups: &[FileId], newest: &mut FxHashMap<FileId, u8>) {
        let Some(implicit) = self.graph.files.iter().find_map(|file| file.policies().names.implicit) else {
            return;
        };
        for (file, group) in self.graph.files.iter().zip(groups).filter(|(file, _)| !file.is_built_in()) {
            // The targets of imports by profile are found later.
            let profiles = file.imports.iter().map(|import| file.node(import.value).text());
            for profile in profiles {
                let version = (0..).zip(implicit.versions).find(|(_, names)| names.first() == Some(&profile));
                if let Some((version, _)) = version {
                    let known = newest.entry(*group).or_insert(version);
                    *known = version.max(*known);
                }
            }
        }
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
        let mut profiles = Vec::new();
        for name in names.iter().chain(further) {
            let Some(path) = built_in::profile(name).map(Utf8PathBuf::from) else { continue };
            let base = Base::Directory(parent(&path));
            let shown = self.shown_from(id, &path);
            let reached = Some(Span::start_of(id));
            let target = self.request(&path, shown, base, Utf8Path::new(built_in::PREFIX), reached);
            profiles.extend(target.filter(|target| *target != id));
        }
        profiles
    }

    /// The group of each file: the first of the files that are connected to it by imports in any direction, or also
    /// through built-in copies of published types, which are written for the types of one version.
    pub(super) fn groups(&self, through_copies: bool) -> Vec<FileId> {
        let mut first: Vec<usize> = (0..self.graph.files.len()).collect();
        let find = |first: &mut Vec<usize>, mut index: usize| {
            while first[index] != index {
                first[index] = first[first[index]];
                index = first[index];
            }
            index
        };
        for file in &self.graph.files {
            // Built-in files are shared by all, so they connect no files.
            for target in file.imports.iter().filter_map(|import| import.target) {
                let identity = &self.graph.file(target).identity;
                let is_built_in = identity.as_str().starts_with(built_in::PREFIX);
                if is_built_in && !(through_copies && built_in::is_copy(identity)) {
                    continue;
                }
                let (source_group, target_group) =
                    (find(&mut first, file.id.index()), find(&mut first, target.index()));
                first[source_group.max(target_group)] = source_group.min(target_group);
            }
        }
        (0..first.len()).map(|index| self.graph.files[find(&mut first, index)].id).collect()
    }
}

fn has_version(file: &File) -> bool {
    file.tree().root().is_some_and(|root| root.get("tosca_definitions_version").is_some())
}

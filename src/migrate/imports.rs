//! The imports that a file needs in TOSCA 2.0, where nothing is imported implicitly.
//!
//! A profile is imported into a namespace if a file that is connected to this one by imports defines a name of the
//! profile itself: projects of earlier versions ship their own copies of normative types.

use camino::Utf8Path;
use rustc_hash::FxHashSet;

use crate::Analysis;
use crate::base::FileId;
use crate::host::paths;
use crate::keynames::NameKind;
use crate::load::{File, Import, built_in_path, looks_like_profile, published_url};
use crate::resolve::Meaning;
use crate::yaml::plain;

use super::edits::Edits;

/// The imports of one file.
pub(super) struct Imports<'a> {
    analysis: &'a Analysis,
    file: &'a File,
    /// The directory with copies of the built-in profiles, if they are imported from there.
    copies: Option<&'a Utf8Path>,
    /// The profiles that the file uses without an import, with the namespace of each.
    profiles: Vec<(FileId, Option<String>)>,
    /// Those that it needs.
    used: FxHashSet<FileId>,
    /// The files whose names it sees without a namespace.
    seen: FxHashSet<FileId>,
    /// The files whose names it sees with or without a namespace.
    imported: FxHashSet<FileId>,
    /// The files that it must import.
    missing: Vec<FileId>,
}

impl<'a> Imports<'a> {
    pub(super) fn new(analysis: &'a Analysis, file: &'a File, copies: Option<&'a Utf8Path>) -> Self {
        let group = if file.implicit.is_empty() { Vec::new() } else { connected(analysis, file.id) };
        let mut own: FxHashSet<(NameKind, &str)> = FxHashSet::default();
        for &id in group.iter().filter(|id| analysis.graph.file(**id).home.is_some()) {
            own.extend(types_of(analysis, id));
        }
        let namespace = |id: FileId| {
            types_of(analysis, id).any(|name| own.contains(&name)).then(|| {
                let path = built_in_path(&analysis.graph.file(id).identity).unwrap_or_default();
                path.split('/').next().unwrap_or("normative").to_owned()
            })
        };
        let profiles = file.implicit.iter().map(|&id| (id, namespace(id))).collect();
        let seen = reach(analysis, file.id, false);
        let imported = reach(analysis, file.id, true);
        Self {
            analysis,
            file,
            copies,
            profiles,
            used: FxHashSet::default(),
            seen,
            imported,
            missing: Vec::new(),
        }
    }

    /// Notes that the file uses a definition of `target`. Returns the namespace that its names are in.
    pub(super) fn uses(&mut self, target: FileId) -> Option<&str> {
        if target == self.file.id || self.seen.contains(&target) {
            return None;
        }
        let Some((_, namespace)) = self.profiles.iter().find(|(id, _)| *id == target) else {
            let is_own = self.analysis.graph.file(target).home.is_some();
            if is_own && !self.imported.contains(&target) && !self.missing.contains(&target) {
                self.missing.push(target);
            }
            return None;
        };
        self.used.insert(target);
        namespace.as_deref()
    }

    /// Notes that the file uses the definition `name` of `target`. Returns its name in the file.
    pub(super) fn qualified(&mut self, target: FileId, name: &str) -> String {
        match self.uses(target) {
            Some(namespace) => format!("{namespace}:{name}"),
            None => name.to_owned(),
        }
    }

    /// Adds the imports. Those of built-in profiles that the file has become imports of the copies.
    pub(super) fn write(&self, edits: &mut Edits) {
        for (id, namespace) in self.profiles.iter().filter(|(id, _)| self.used.contains(id)) {
            edits.import(&self.of_profile(*id, namespace.as_deref()));
        }
        for &id in &self.missing {
            if let Some(path) = self.relative(&self.analysis.graph.file(id).identity) {
                edits.import(&format!("{{ url: {} }}", plain(&path)));
            }
        }
        for import in &self.file.imports {
            let namespace = self.file.namespace(import);
            if let Some(source) = import.target.and_then(|target| self.source(import, target)) {
                edits.text(import.entry, in_namespace(&source, namespace));
            }
        }
    }

    /// The built-in files that the result imports.
    pub(super) fn built_in(&self) -> Vec<FileId> {
        let used = self.profiles.iter().map(|(id, _)| *id).filter(|id| self.used.contains(id));
        let imported = self.file.imports.iter().filter_map(|import| import.target);
        used.chain(imported)
            .filter(|id| built_in_path(&self.analysis.graph.file(*id).identity).is_some())
            .collect()
    }

    /// Returns the URL or profile of an import of `target`, if it is no longer the one that is written.
    fn source(&self, import: &Import, target: FileId) -> Option<String> {
        let file = self.analysis.graph.file(target);
        let written = self.file.node(import.value);
        let is_name = written.entry_key().text() != "profile" && looks_like_profile(written.text());
        let url = if file.home.is_some() {
            // Only earlier versions find a file by the name and version of its template.
            self.relative(&file.identity).filter(|_| is_name)
        } else {
            // A file name finds the types of another version in TOSCA 2.0, their URL does not.
            let published = published_url(&file.identity);
            let copied = published.is_some() || file.profile.is_some();
            self.copy(file).filter(|_| copied).or(published)
        };
        url.filter(|url| url != written.text()).map(|url| format!("url: {}", plain(&url)))
    }

    /// Removes the imports that only other files need, which import the same files themselves now. The file has a
    /// service template, so that no other file sees names through it.
    pub(super) fn remove_those_of_others(&self, edits: &mut Edits) {
        let is_service = self.analysis.model().service(self.file.id).is_some();
        if !is_service || self.file.nearby.files.is_empty() || self.file.nearby.is_repository {
            return;
        }
        let own = used_files(self.analysis, self.file.id);
        let needed_by_others: FxHashSet<FileId> = self
            .imported
            .iter()
            .filter(|id| **id != self.file.id && self.analysis.graph.file(**id).home.is_some())
            .flat_map(|id| &used_files(self.analysis, *id) - &reach(self.analysis, *id, true))
            .collect();
        for import in self.file.imports.iter().filter(|import| self.file.namespace(import).is_none()) {
            let Some(target) = import.target else { continue };
            let brought = reach(self.analysis, target, false);
            if brought.is_disjoint(&own) && !brought.is_disjoint(&needed_by_others) {
                edits.remove(import.entry);
            }
        }
    }

    fn of_profile(&self, id: FileId, namespace: Option<&str>) -> String {
        let profile = self.analysis.graph.file(id);
        let copy = self.copy(profile).map(|path| format!("url: {}", plain(&path)));
        let name = || format!("profile: {}", plain(profile.profile.as_deref().unwrap_or_default()));
        in_namespace(&copy.unwrap_or_else(name), namespace)
    }

    /// Returns the path from the directory of the file to the copy of a built-in file.
    fn copy(&self, built_in: &File) -> Option<String> {
        self.relative(&self.copies?.join(built_in_path(&built_in.identity)?))
    }

    /// Returns the path from the directory of the file to `target`.
    fn relative(&self, target: &Utf8Path) -> Option<String> {
        let directory = match &self.file.home {
            Some(home) => home.directory.clone(),
            None => self.copies?.join(built_in_path(&self.file.identity)?).parent()?.to_owned(),
        };
        Some(paths::relative(target, &directory).into_string())
    }
}

/// Returns an import definition.
fn in_namespace(source: &str, namespace: Option<&str>) -> String {
    let namespace = namespace.map(|namespace| format!(", namespace: {}", plain(namespace)));
    format!("{{ {source}{} }}", namespace.unwrap_or_default())
}

/// The types that a file defines.
fn types_of(analysis: &Analysis, file: FileId) -> impl Iterator<Item = (NameKind, &str)> {
    let definitions =
        analysis.names.definitions(file).iter().filter(|definition| !definition.kind.is_template());
    definitions
        .map(move |definition| (definition.kind, analysis.graph.file(file).node(definition.key).text()))
}

/// Returns the files whose definitions `file` uses.
fn used_files(analysis: &Analysis, file: FileId) -> FxHashSet<FileId> {
    let files = analysis.names.meanings(file).filter_map(|(_, meaning)| match meaning {
        Meaning::Definition(id) => Some(id.file),
        _ => None,
    });
    files.collect()
}

/// Returns the files of the author that are connected to `file` by imports in any direction.
fn connected(analysis: &Analysis, file: FileId) -> Vec<FileId> {
    let is_own = |id: &FileId| analysis.graph.file(*id).home.is_some();
    let mut neighbors: Vec<Vec<FileId>> = vec![Vec::new(); analysis.graph.files.len()];
    for importer in &analysis.graph.files {
        for target in importer.imports.iter().filter_map(|import| import.target).filter(is_own) {
            neighbors[importer.id.index()].push(target);
            neighbors[target.index()].push(importer.id);
        }
    }
    closure(file, |id| neighbors[id.index()].clone()).into_iter().collect()
}

/// Returns the files whose names `file` sees, including or excluding those in namespaces.
fn reach(analysis: &Analysis, file: FileId, includes_namespaces: bool) -> FxHashSet<FileId> {
    closure(file, |id| {
        let imports = analysis.graph.file(id).imports.iter();
        let imports = imports.filter(|import| includes_namespaces || import.namespace.is_none());
        imports.filter_map(|import| import.target).collect()
    })
}

fn closure(start: FileId, next: impl Fn(FileId) -> Vec<FileId>) -> FxHashSet<FileId> {
    let mut reached: FxHashSet<FileId> = FxHashSet::default();
    let mut pending = vec![start];
    while let Some(id) = pending.pop() {
        if reached.insert(id) {
            pending.extend(next(id));
        }
    }
    reached
}

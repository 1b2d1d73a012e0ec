//! XML definitions: their files are read with a view of all others.
//!
//! A file of TOSCA 1.0 in XML gets its meaning from definitions in other files, which it hardly ever imports. Before
//! files of a wave are lowered, all XML files that they may refer to are collected: those of the run, those of their
//! repository or archive, and those that these import.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, parallel};
use crate::dialects::{XmlFile, XmlRepository, XmlSurroundings};
use crate::host::{Entry, paths};

use super::EntryFile;
use super::loader::{Loader, parent};
use super::nearby::{folders_of, is_in_folder, repository_of};
use super::read::{self, Content, FileToRead, ReadFile};

/// The XML files of a run.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    /// By path: texts are hashed faster than paths.
    files: FxHashMap<String, Arc<XmlFile>>,
    /// The roots of repositories and archives that were searched.
    roots: Vec<Utf8PathBuf>,
    /// What is known about the existence of paths.
    existing: FxHashMap<String, bool>,
    repository: Option<Arc<XmlRepository>>,
}

/// A file of definitions that waits for the others of its wave.
pub(super) struct WaitingFile {
    pub(super) id: FileId,
    pub(super) path: Utf8PathBuf,
    pub(super) content: Content,
}

impl Loader<'_> {
    /// Lowers the XML files of a wave.
    pub(super) fn read_definitions(&mut self, waiting: Vec<WaitingFile>) -> Vec<(FileId, ReadFile)> {
        if waiting.is_empty() {
            return Vec::new();
        }
        let repository = self.collect(&waiting);
        let (graph, sources, parsed, reading) = (&self.graph, &*self.sources, &*self.parsed, &self.reading);
        let read = |file: WaitingFile| {
            let WaitingFile { id, path, content } = file;
            let known = parsed.get(&graph.file(id).identity, None);
            let surroundings = XmlSurroundings { path, repository: Arc::clone(&repository) };
            let path = sources.get(id).path.clone();
            let file = FileToRead {
                id,
                path,
                reading,
                inherited_version: None,
                known,
                surroundings: Some(surroundings),
            };
            (id, read::parse(Ok(content), file))
        };
        let are_several = waiting.len() > 1;
        parallel::map(waiting, are_several, read)
    }

    /// Returns the definitions of all files that those which wait may refer to.
    fn collect(&mut self, waiting: &[WaitingFile]) -> Arc<XmlRepository> {
        let mut new: Vec<(Utf8PathBuf, Vec<u8>, FileId)> = Vec::new();
        let mut paths_to_read: Vec<Utf8PathBuf> = Vec::new();
        for file in waiting {
            if !self.definitions.files.contains_key(file.path.as_str()) {
                new.push((file.path.clone(), file.content.bytes.clone(), file.id));
            }
            let root = repository_of(&file.path).map(Utf8Path::to_owned);
            let root = root.or_else(|| self.host.archive_root(&parent(&file.path)));
            if let Some(root) = root.filter(|root| !self.definitions.roots.contains(root)) {
                paths_to_read.extend(self.files_below(&root));
                self.definitions.roots.push(root);
            }
        }
        let mut requested: FxHashSet<String> =
            new.iter().map(|(path, ..)| path.as_str().to_owned()).collect();
        if let Some(repository) =
            self.definitions.repository.as_ref().filter(|_| new.is_empty() && paths_to_read.is_empty())
        {
            return Arc::clone(repository);
        }
        // The files that wait, then those of their folders, then what these import.
        while !new.is_empty() || !paths_to_read.is_empty() {
            let wanted = |path: &Utf8PathBuf| {
                requested.insert(path.as_str().to_owned())
                    && !self.definitions.files.contains_key(path.as_str())
            };
            let wanted: Vec<Utf8PathBuf> =
                std::mem::take(&mut paths_to_read).into_iter().filter(wanted).collect();
            let (host, most) = (self.host, self.options.limits.bytes);
            let read = |path: Utf8PathBuf| Some((path.clone(), host.read(&path, most).ok()?, FileId(0)));
            let several = wanted.len() > 1;
            new.extend(parallel::map(wanted, several, read).into_iter().flatten());
            let limits = &self.options.limits;
            let earlier = &self.parsed.definitions;
            let parse = |(path, bytes, id): (Utf8PathBuf, Vec<u8>, FileId)| {
                let known = earlier.get(path.as_str()).filter(|known| known.is_read_from(&bytes)).cloned();
                let file = known.unwrap_or_else(|| Arc::new(XmlFile::new(path.clone(), bytes, id, limits)));
                (path, file)
            };
            let several = new.len() > 1;
            for (path, file) in parallel::map(std::mem::take(&mut new), several, parse) {
                for location in file.locations().filter(|location| !location.contains("://")) {
                    let target = paths::clean(&paths::join(&parent(&path), Utf8Path::new(location)));
                    let is_there = self.host.entry(&target) == Some(Entry::File);
                    self.definitions.existing.insert(target.as_str().to_owned(), is_there);
                    if is_there {
                        paths_to_read.push(target);
                    }
                }
                self.definitions.files.insert(path.into_string(), file);
            }
        }
        let files: Vec<Arc<XmlFile>> = self.definitions.files.values().cloned().collect();
        let (host, existing) = (self.host, &mut self.definitions.existing);
        let targets = XmlRepository::look_up(&files, &self.definitions.roots, |path| {
            if let Some(is_there) = existing.get(path.as_str()) {
                return *is_there;
            }
            let is_there = host.entry(path) == Some(Entry::File);
            existing.insert(path.as_str().to_owned(), is_there);
            is_there
        });
        let (roots, existing) = (self.definitions.roots.clone(), self.definitions.existing.clone());
        let repository = Arc::new(XmlRepository::new(files, roots, existing, targets));
        self.definitions.repository = Some(Arc::clone(&repository));
        repository
    }

    /// Keeps the definitions for later runs.
    pub(super) fn keep_definitions(&mut self) {
        if !self.definitions.files.is_empty() {
            self.parsed.definitions = std::mem::take(&mut self.definitions.files);
        }
    }

    /// Returns the files of a repository or archive that may be definitions: also in YAML, which may define what files in
    /// XML name.
    fn files_below(&self, root: &Utf8Path) -> Vec<Utf8PathBuf> {
        // A directory that was searched for files to check is not listed again.
        let is_searched =
            |file: &EntryFile| file.searched.as_ref().is_some_and(|searched| root.starts_with(searched));
        if self.searched.iter().any(is_searched) {
            let files = self.searched.iter().map(|file| self.host.absolute(&file.path));
            let below = files.filter(|path| paths::inside(path, root).is_some());
            let (in_folders, others): (Vec<_>, Vec<_>) = below.partition(|path| is_in_folder(root, path));
            return if in_folders.is_empty() { others } else { in_folders };
        }
        let folders: Vec<Utf8PathBuf> =
            folders_of(root).filter(|folder| self.host.entry(folder).is_some()).collect();
        let listed = if folders.is_empty() { vec![root.to_owned()] } else { folders };
        let files = listed.iter().flat_map(|folder| self.host.list(folder).0);
        files.map(|path| self.host.absolute(&path)).collect()
    }
}

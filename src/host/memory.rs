//! Files in memory, for tests, editors and embedding programs.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::other_files::is_listed;
use super::{Entry, Host, ReadError, paths};

/// A file system in memory with `/` as separator. The working directory is `/project`.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<Utf8PathBuf, File>,
    unreadable: BTreeSet<Utf8PathBuf>,
    links: BTreeMap<Utf8PathBuf, Utf8PathBuf>,
    ignores_case: bool,
    is_windows: bool,
}

#[derive(Clone, Debug)]
struct File {
    /// The path as it was spelled first.
    path: Utf8PathBuf,
    content: Vec<u8>,
}

impl Memory {
    /// Returns an empty file system.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty file system that ignores case, like macOS.
    #[must_use]
    pub fn ignoring_case() -> Self {
        Self { ignores_case: true, ..Self::default() }
    }

    /// Returns an empty file system like Windows: paths may have drives, `\` is also a separator, and case is
    /// ignored. The working directory is `C:/project`.
    #[must_use]
    pub fn windows() -> Self {
        Self { ignores_case: true, is_windows: true, ..Self::default() }
    }

    /// Adds or replaces a file.
    pub fn add(&mut self, path: impl AsRef<Utf8Path>, content: impl Into<Vec<u8>>) -> &mut Self {
        let path = self.absolute(path.as_ref());
        let content = content.into();
        let file = self.files.entry(self.key(&path)).or_insert(File { path, content: Vec::new() });
        file.content = content;
        self
    }

    /// Makes reading `path` fail as if the permission is missing.
    pub fn refuse(&mut self, path: impl AsRef<Utf8Path>) -> &mut Self {
        self.unreadable.insert(self.key(&self.absolute(path.as_ref())));
        self
    }

    /// Makes `path` a symbolic link to `target`.
    pub fn link(&mut self, path: impl AsRef<Utf8Path>, target: impl AsRef<Utf8Path>) -> &mut Self {
        let target = self.absolute(target.as_ref());
        self.links.insert(self.key(&self.absolute(path.as_ref())), target);
        self
    }

    /// Returns the files below `directory` that are to be listed, sorted.
    fn below(&self, directory: &Utf8Path, is_listed: fn(&Utf8Path) -> bool) -> Vec<Utf8PathBuf> {
        let directory = self.key(&self.absolute(directory));
        let files = self.files.iter().map(|(key, file)| (key, &file.path));
        let files = files.chain(self.links.keys().map(|link| (link, link)));
        let mut paths: Vec<Utf8PathBuf> = files
            .filter(|(key, path)| key.starts_with(&directory) && is_listed(path))
            .map(|(_, path)| path.clone())
            .collect();
        paths.sort();
        paths
    }

    /// The key of a file in the map, from its absolute path.
    fn key(&self, path: &Utf8Path) -> Utf8PathBuf {
        if self.ignores_case { path.as_str().to_lowercase().into() } else { path.to_owned() }
    }
}

impl Host for Memory {
    fn read(&self, path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadError> {
        let path = self.identity(path);
        if self.unreadable.contains(&self.key(&path)) {
            return Err(ReadError::Refused("permission denied".to_owned()));
        }
        match self.files.get(&self.key(&path)) {
            Some(file) if file.content.len() as u64 > most => {
                Err(ReadError::TooLarge(Some(file.content.len() as u64)))
            }
            Some(file) => Ok(file.content.clone()),
            None if self.entry(&path).is_some() => Err(ReadError::Directory),
            None => Err(ReadError::Missing),
        }
    }

    fn entry(&self, path: &Utf8Path) -> Option<Entry> {
        let path = self.key(&self.identity(path));
        if self.files.contains_key(&path) || self.unreadable.contains(&path) {
            return Some(Entry::File);
        }
        let below = |file: &Utf8PathBuf| file.starts_with(&path);
        self.files.keys().any(below).then_some(Entry::Directory)
    }

    fn list(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        let mut files = self.below(directory, |_| true);
        files.retain(|path| is_listed(path, || self.read(path, u64::MAX).unwrap_or_default().into()));
        (files, Vec::new())
    }

    fn list_whole(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        let is_listed = |path: &Utf8Path| paths::is_yaml_name(path) || paths::has_no_extension(path);
        (self.below(directory, is_listed), Vec::new())
    }

    fn identity(&self, path: &Utf8Path) -> Utf8PathBuf {
        let mut path = self.absolute(path);
        for _ in 0..16 {
            match self.links.get(&self.key(&path)) {
                Some(target) => path.clone_from(target),
                None => break,
            }
        }
        if !self.ignores_case {
            return path;
        }
        let key = self.key(&path);
        match self.files.range(key.clone()..).map(|(known, file)| (known, &file.path)).next() {
            // Directories are spelled as in the paths of their files.
            Some((known, file)) if known.starts_with(&key) => {
                file.components().take(path.components().count()).collect()
            }
            _ => path,
        }
    }

    fn working_directory(&self) -> Utf8PathBuf {
        Utf8PathBuf::from(if self.is_windows { "C:/project" } else { "/project" })
    }

    fn absolute(&self, path: &Utf8Path) -> Utf8PathBuf {
        let path = if self.is_windows { paths::from_windows(path.as_str()).into() } else { path.to_owned() };
        paths::clean(&paths::join(&self.working_directory(), &path))
    }

    fn ignores_case(&self) -> bool {
        self.ignores_case
    }

    fn is_windows(&self) -> bool {
        self.is_windows
    }
}

//! Files in memory, for tests, editors and embedding programs.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::{Entry, Host, ReadError, paths};

/// A file system in memory with `/` as separator. The working directory is `/project`; relative paths
/// count from there.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<Utf8PathBuf, Vec<u8>>,
    unreadable: BTreeSet<Utf8PathBuf>,
    links: BTreeMap<Utf8PathBuf, Utf8PathBuf>,
}

impl Memory {
    /// No files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a file.
    pub fn add(&mut self, path: impl AsRef<Utf8Path>, content: impl Into<Vec<u8>>) -> &mut Self {
        self.files.insert(absolute(path.as_ref()), content.into());
        self
    }

    /// Makes reading `path` fail as a missing permission does.
    pub fn refuse(&mut self, path: impl AsRef<Utf8Path>) -> &mut Self {
        self.unreadable.insert(absolute(path.as_ref()));
        self
    }

    /// Makes `path` a symbolic link to `target`.
    pub fn link(&mut self, path: impl AsRef<Utf8Path>, target: impl AsRef<Utf8Path>) -> &mut Self {
        self.links.insert(absolute(path.as_ref()), absolute(target.as_ref()));
        self
    }
}

fn absolute(path: &Utf8Path) -> Utf8PathBuf {
    paths::clean(&Utf8Path::new("/project").join(path))
}

impl Host for Memory {
    fn read(&self, path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadError> {
        let path = self.identity(path);
        if self.unreadable.contains(&path) {
            return Err(ReadError::Refused("permission denied".to_owned()));
        }
        match self.files.get(&path) {
            Some(content) if content.len() as u64 > most => {
                Err(ReadError::TooLarge(Some(content.len() as u64)))
            }
            Some(content) => Ok(content.clone()),
            None if self.entry(&path).is_some() => Err(ReadError::Directory),
            None => Err(ReadError::Missing),
        }
    }

    fn entry(&self, path: &Utf8Path) -> Option<Entry> {
        let path = self.identity(path);
        if self.files.contains_key(&path) || self.unreadable.contains(&path) {
            return Some(Entry::File);
        }
        let below = |file: &Utf8PathBuf| file.starts_with(&path);
        self.files.keys().any(below).then_some(Entry::Directory)
    }

    fn list(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        let directory = absolute(directory);
        let files = self.files.keys().chain(self.links.keys());
        let mut found: Vec<Utf8PathBuf> =
            files.filter(|path| path.starts_with(&directory) && paths::is_yaml_name(path)).cloned().collect();
        found.sort();
        (found, Vec::new())
    }

    fn identity(&self, path: &Utf8Path) -> Utf8PathBuf {
        let mut path = absolute(path);
        for _ in 0..16 {
            match self.links.get(&path) {
                Some(target) => path.clone_from(target),
                None => break,
            }
        }
        path
    }

    fn working_directory(&self) -> Utf8PathBuf {
        Utf8PathBuf::from("/project")
    }
}

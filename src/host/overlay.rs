//! Some files from memory over another host: standard input, buffers of an editor.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};

use super::{Entry, Host, ReadError, paths};

/// A host with some contents replaced or added.
pub struct Overlay<'h> {
    base: &'h dyn Host,
    files: BTreeMap<Utf8PathBuf, Vec<u8>>,
}

impl<'h> Overlay<'h> {
    /// Nothing over `base` yet.
    #[must_use]
    pub fn new(base: &'h dyn Host) -> Self {
        Self { base, files: BTreeMap::new() }
    }

    /// Makes reading `path` give `content`.
    pub fn add(&mut self, path: &Utf8Path, content: Vec<u8>) {
        self.files.insert(self.absolute(path), content);
    }

    /// Whether `path` has a content of its own here.
    #[must_use]
    pub fn holds(&self, path: &Utf8Path) -> bool {
        self.files.contains_key(&self.absolute(path))
    }

    fn absolute(&self, path: &Utf8Path) -> Utf8PathBuf {
        paths::clean(&self.base.working_directory().join(path))
    }
}

impl Host for Overlay<'_> {
    fn read(&self, path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadError> {
        match self.files.get(&self.absolute(path)) {
            Some(content) if content.len() as u64 > most => {
                Err(ReadError::TooLarge(Some(content.len() as u64)))
            }
            Some(content) => Ok(content.clone()),
            None => self.base.read(path, most),
        }
    }

    fn entry(&self, path: &Utf8Path) -> Option<Entry> {
        if self.files.contains_key(&self.absolute(path)) {
            return Some(Entry::File);
        }
        self.base.entry(path)
    }

    fn list(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        self.base.list(directory)
    }

    fn identity(&self, path: &Utf8Path) -> Utf8PathBuf {
        let absolute = self.absolute(path);
        if self.files.contains_key(&absolute) { absolute } else { self.base.identity(path) }
    }

    fn is_odd(&self, path: &Utf8Path) -> bool {
        self.base.is_odd(path)
    }

    fn working_directory(&self) -> Utf8PathBuf {
        self.base.working_directory()
    }
}

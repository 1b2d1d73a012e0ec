//! Files in memory that replace those of another host: standard input, buffers of an editor.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use super::forward::forward_to_base;
use super::other_files::is_listed;
use super::{Archive, Entry, Host, ReadAt, ReadError, Stamp, WriteError, paths};

/// A host with some contents replaced or added. A file is replaced however it is reached, because contents
/// belong to identities, not to paths. Links are followed once: a change of links shows in a new overlay.
pub struct Overlay<'h> {
    base: &'h dyn Host,
    files: BTreeMap<Utf8PathBuf, Arc<[u8]>>,
    /// The working directory, or `None` if it is that of `base`.
    working: Option<Utf8PathBuf>,
    /// The identities that `base` gave so far.
    identities: Mutex<FxHashMap<Utf8PathBuf, Utf8PathBuf>>,
}

impl<'h> Overlay<'h> {
    /// Returns an overlay without files.
    #[must_use]
    pub fn new(base: &'h dyn Host) -> Self {
        Self { base, files: BTreeMap::new(), working: None, identities: Mutex::default() }
    }

    /// Makes relative paths start from `directory`, which is absolute.
    #[must_use]
    pub fn working_in(mut self, directory: &Utf8Path) -> Self {
        self.working = Some(directory.to_owned());
        self.identities = Mutex::default();
        self
    }

    /// Makes reading `path` return `content`.
    pub fn add(&mut self, path: &Utf8Path, content: impl Into<Arc<[u8]>>) {
        self.files.insert(self.identity(path), content.into());
    }

    /// Whether the overlay replaces the content of `path`.
    #[must_use]
    pub fn contains(&self, path: &Utf8Path) -> bool {
        self.content(path).is_some()
    }

    fn content(&self, path: &Utf8Path) -> Option<&Arc<[u8]>> {
        if self.files.is_empty() {
            return None;
        }
        self.files.get(&self.identity(path))
    }

    /// Adds the files below `directory` that exist only in the overlay and are to be listed.
    fn add_new(
        &self,
        directory: &Utf8Path,
        files: &mut Vec<Utf8PathBuf>,
        is_listed: fn(&Utf8Path, &[u8]) -> bool,
    ) {
        let (root, count_before) = (self.base.identity(directory), files.len());
        for (path, _) in self.files.iter().filter(|(path, content)| is_listed(path, content)) {
            if let Ok(below) = path.strip_prefix(&root)
                && self.base.entry(path).is_none()
            {
                files.push(paths::join(directory, below));
            }
        }
        if files.len() > count_before {
            files.sort();
        }
    }

    /// Returns the path for `base`, absolute if the working directory differs.
    fn below<'p>(&self, path: &'p Utf8Path) -> Cow<'p, Utf8Path> {
        match &self.working {
            Some(working) if !paths::is_absolute(path) => Cow::Owned(paths::join(working, path)),
            _ => Cow::Borrowed(path),
        }
    }
}

impl Host for Overlay<'_> {
    fn read(&self, path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadError> {
        match self.content(path) {
            Some(content) if content.len() as u64 > most => {
                Err(ReadError::TooLarge(Some(content.len() as u64)))
            }
            Some(content) => Ok(content.to_vec()),
            None => self.base.read(&self.below(path), most),
        }
    }

    fn read_stamped(&self, path: &Utf8Path, most: u64) -> Result<(Vec<u8>, Option<Stamp>), ReadError> {
        if self.contains(path) {
            return Ok((self.read(path, most)?, None));
        }
        self.base.read_stamped(&self.below(path), most)
    }

    fn open(&self, path: &Utf8Path) -> Result<Box<dyn ReadAt>, ReadError> {
        match self.content(path) {
            Some(content) => Ok(Box::new(content.to_vec())),
            None => self.base.open(&self.below(path)),
        }
    }

    fn copy(&self, path: &Utf8Path, to: &mut dyn Write) -> Result<u64, ReadError> {
        match self.content(path) {
            Some(content) => {
                to.write_all(content).map_err(|error| ReadError::Refused(error.to_string()))?;
                Ok(content.len() as u64)
            }
            None => self.base.copy(&self.below(path), to),
        }
    }

    fn is_executable(&self, path: &Utf8Path) -> bool {
        self.base.is_executable(&self.below(path))
    }

    fn archive(&self, path: &Utf8Path) -> Option<Arc<Archive>> {
        if self.contains(path) { None } else { self.base.archive(&self.below(path)) }
    }

    fn archive_root(&self, path: &Utf8Path) -> Option<Utf8PathBuf> {
        self.base.archive_root(&self.below(path))
    }

    fn stamp(&self, path: &Utf8Path) -> Option<Stamp> {
        if self.contains(path) { None } else { self.base.stamp(&self.below(path)) }
    }

    fn entry(&self, path: &Utf8Path) -> Option<Entry> {
        if self.content(path).is_some() {
            return Some(Entry::File);
        }
        self.base.entry(&self.below(path))
    }

    /// Lists also the files that exist only in the overlay, whatever ignore files say.
    fn list(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        let directory = &*self.below(directory);
        let (mut files, failures) = self.base.list(directory);
        self.add_new(directory, &mut files, |path, content| is_listed(path, || content.into()));
        (files, failures)
    }

    fn list_whole(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        let directory = &*self.below(directory);
        let (mut files, failures) = self.base.list_whole(directory);
        let is_listed =
            |path: &Utf8Path, _: &[u8]| paths::is_yaml_name(path) || paths::has_no_extension(path);
        self.add_new(directory, &mut files, is_listed);
        (files, failures)
    }

    fn identity(&self, path: &Utf8Path) -> Utf8PathBuf {
        let known = self.identities.lock().ok().and_then(|known| known.get(path).cloned());
        known.unwrap_or_else(|| {
            let identity = self.base.identity(&self.below(path));
            if let Ok(mut known) = self.identities.lock() {
                known.insert(path.to_owned(), identity.clone());
            }
            identity
        })
    }

    fn write(&self, path: &Utf8Path, content: &[u8]) -> Result<(), WriteError> {
        if self.contains(path) {
            return Err(WriteError::NotAFile);
        }
        self.base.write(path, content)
    }

    fn working_directory(&self) -> Utf8PathBuf {
        self.working.clone().unwrap_or_else(|| self.base.working_directory())
    }

    forward_to_base!(is_escaped ignores_case is_windows changes);
}

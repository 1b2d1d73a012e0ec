//! A host that also shows what is in archives: `package.csar!/main.yaml` is a member of `package.csar`.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use camino::{Utf8Path, Utf8PathBuf};

use super::archive::MARK;
use super::forward::forward_to_base;
use super::{Archive, Entry, Host, Limits, ReadAt, ReadError, Stamp, WriteError, other_files, paths};

/// The files of a host, and the members of its archives.
pub struct Archives<'h> {
    base: &'h dyn Host,
    limits: Limits,
    /// The files that were opened so far, by absolute path; `None` if they are not archives.
    opened: Mutex<BTreeMap<Utf8PathBuf, Option<Arc<Archive>>>>,
}

impl<'h> Archives<'h> {
    /// Returns a host with the files of `base`. Archives are read within `limits`.
    #[must_use]
    pub fn new(base: &'h dyn Host, limits: Limits) -> Self {
        Self { base, limits, opened: Mutex::default() }
    }

    /// Returns the archive that contains `path`, and the clean path inside it, unless the other host shows what is in it.
    fn member(&self, path: &Utf8Path) -> Option<(Arc<Archive>, String)> {
        if !path.as_str().contains(MARK) || self.base.archive_root(path).is_some() {
            return None;
        }
        let path = self.base.absolute(path);
        let text = path.as_str();
        let marks = text.match_indices(MARK).map(|(index, _)| index);
        // Archives in archives are not opened.
        let ends = marks.filter(|index| matches!(text.as_bytes().get(index + 1), None | Some(b'/')));
        ends.into_iter().find_map(|end| {
            let archive = self.opened(Utf8Path::new(&text[..end]))?;
            Some((archive, text[end + 1..].trim_start_matches('/').to_owned()))
        })
    }

    /// Returns the archive at an absolute path.
    fn opened(&self, path: &Utf8Path) -> Option<Arc<Archive>> {
        let Ok(mut opened) = self.opened.lock() else { return None };
        if let Some(known) = opened.get(path) {
            return known.clone();
        }
        let open = || {
            let content = self.base.open(path).ok()?;
            Archive::open(content, Utf8PathBuf::from(format!("{path}{MARK}")), &self.limits)
        };
        let archive = open().map(Arc::new);
        opened.insert(path.to_owned(), archive.clone());
        archive
    }

    /// Lists the members below a directory that are to be listed, if it is in an archive.
    fn listed(
        &self,
        directory: &Utf8Path,
        is_listed: impl Fn(&Archive, &Utf8Path) -> bool,
    ) -> Option<Vec<Utf8PathBuf>> {
        let (archive, inside) = self.member(directory)?;
        let inside = Utf8Path::new(&inside);
        let files = archive
            .files()
            .map(|(path, _)| path)
            .filter_map(|path| path.strip_prefix(inside).ok().map(|below| (path, below)));
        let files = files.filter(|(path, _)| is_listed(&archive, path));
        Some(files.map(|(_, below)| paths::join(directory, below)).collect())
    }
}

impl Host for Archives<'_> {
    fn read(&self, path: &Utf8Path, max_bytes: u64) -> Result<Vec<u8>, ReadError> {
        match self.member(path) {
            Some((archive, inside)) => archive.read(&inside, max_bytes),
            None => self.base.read(path, max_bytes),
        }
    }

    fn read_stamped(&self, path: &Utf8Path, max_bytes: u64) -> Result<(Vec<u8>, Option<Stamp>), ReadError> {
        match self.member(path) {
            Some((archive, inside)) => {
                let stamp = self.base.stamp(Archive::path_of(&archive.root));
                Ok((archive.read(&inside, max_bytes)?, stamp))
            }
            None => self.base.read_stamped(path, max_bytes),
        }
    }

    fn open(&self, path: &Utf8Path) -> Result<Box<dyn ReadAt>, ReadError> {
        match self.member(path) {
            Some((archive, inside)) => Ok(Box::new(archive.read(&inside, u64::MAX)?)),
            None => self.base.open(path),
        }
    }

    fn copy(&self, path: &Utf8Path, to: &mut dyn Write) -> Result<u64, ReadError> {
        match self.member(path) {
            Some((archive, inside)) => archive.copy(&inside, to),
            None => self.base.copy(path, to),
        }
    }

    fn is_executable(&self, path: &Utf8Path) -> bool {
        match self.member(path) {
            Some((archive, inside)) => archive.is_executable(&inside),
            None => self.base.is_executable(path),
        }
    }

    fn archive(&self, path: &Utf8Path) -> Option<Arc<Archive>> {
        if self.base.entry(path) != Some(Entry::File) {
            return None;
        }
        let known = self.base.archive(path);
        if known.is_some() {
            return known;
        }
        self.opened(&self.base.absolute(path))
    }

    fn archive_root(&self, path: &Utf8Path) -> Option<Utf8PathBuf> {
        let known = self.base.archive_root(path);
        known.or_else(|| self.member(path).map(|(archive, _)| archive.root.clone()))
    }

    fn stamp(&self, path: &Utf8Path) -> Option<Stamp> {
        match self.member(path) {
            Some((archive, _)) => self.base.stamp(Archive::path_of(&archive.root)),
            None => self.base.stamp(path),
        }
    }

    fn entry(&self, path: &Utf8Path) -> Option<Entry> {
        match self.member(path) {
            Some((archive, inside)) => archive.entry(&inside),
            None => self.base.entry(path),
        }
    }

    fn list(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        let is_listed = |archive: &Archive, path: &Utf8Path| {
            let content = || archive.read(path.as_str(), self.limits.bytes).unwrap_or_default().into();
            other_files::is_listed(path, content)
        };
        match self.listed(directory, is_listed) {
            Some(files) => (files, Vec::new()),
            None => self.base.list(directory),
        }
    }

    fn list_whole(&self, directory: &Utf8Path) -> (Vec<Utf8PathBuf>, Vec<(Utf8PathBuf, String)>) {
        let is_listed =
            |_: &Archive, path: &Utf8Path| paths::is_yaml_name(path) || paths::has_no_extension(path);
        match self.listed(directory, is_listed) {
            Some(files) => (files, Vec::new()),
            None => self.base.list_whole(directory),
        }
    }

    fn identity(&self, path: &Utf8Path) -> Utf8PathBuf {
        match self.member(path) {
            Some((archive, inside)) => {
                let file = self.base.identity(Archive::path_of(&archive.root));
                let inside = archive.resolved(&inside).unwrap_or(inside);
                let root = Utf8PathBuf::from(format!("{file}{MARK}"));
                if inside.is_empty() { root } else { paths::join(&root, Utf8Path::new(&inside)) }
            }
            None => self.base.identity(path),
        }
    }

    fn write(&self, path: &Utf8Path, content: &[u8]) -> Result<(), WriteError> {
        match self.member(path) {
            Some(_) => Err(WriteError::ReadOnly),
            None => self.base.write(path, content),
        }
    }

    forward_to_base!(is_escaped working_directory absolute ignores_case is_windows changes);
}

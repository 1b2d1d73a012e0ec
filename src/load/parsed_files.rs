//! What runs share: parsed files, and what is known about files that are only looked at.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::dialects::XmlFile;
use crate::host::Stamp;

use super::ParsedFile;
use super::read::Reading;

/// The files of earlier runs. A file with the same bytes is not parsed again, and one with the same stamp is
/// not even read again; files that the last run did not need are dropped.
#[derive(Clone, Debug, Default)]
pub struct ParsedFiles {
    reading: Reading,
    files: FxHashMap<String, KnownFile>,
    /// The XML definitions of the last run, by their paths.
    pub(super) definitions: FxHashMap<String, Arc<XmlFile>>,
    /// Whether files of searched directories may be TOSCA.
    pub(super) searched: Stamped<bool>,
    /// The profiles that files on the profile path declare.
    pub(super) profiles: Stamped<Option<String>>,
    /// The templates, as `name:version`, that files on the profile path have.
    pub(super) templates: Stamped<Option<String>>,
    run: u64,
}

/// A file of an earlier run.
#[derive(Clone, Debug)]
pub(super) struct KnownFile {
    pub(super) parsed: Arc<ParsedFile>,
    /// The stamp of the file when it was read.
    pub(super) stamp: Option<Stamp>,
    /// The last run that needed it.
    run: u64,
}

impl ParsedFiles {
    /// Begins a run that reads files with `reading`. Drops files that were read otherwise.
    pub(super) fn begin(&mut self, reading: &Reading) {
        self.run += 1;
        if self.reading != *reading {
            *self = Self { reading: reading.clone(), run: self.run, ..Self::default() };
        }
    }

    /// Whether no run came before this one.
    pub(super) fn is_first_run(&self) -> bool {
        self.run <= 1
    }

    /// The file of an earlier run, read in its own version or in an inherited one.
    pub(super) fn get(&self, identity: &Utf8Path, inherited_version: Option<&str>) -> Option<&KnownFile> {
        match inherited_version {
            None => self.files.get(identity.as_str()),
            Some(version) => self.files.get(&in_version(identity, version)),
        }
    }

    /// Keeps a parsed file of this run; `stamp` is the one of the file before it was read.
    pub(super) fn keep(&mut self, identity: &Utf8Path, parsed: &Arc<ParsedFile>, stamp: Option<Stamp>) {
        let kept = KnownFile { parsed: Arc::clone(parsed), stamp, run: self.run };
        let inherited = parsed.inherited_version.as_ref().map(|version| in_version(identity, version));
        let key = inherited.as_deref().unwrap_or(identity.as_str());
        match self.files.get_mut(key) {
            Some(known) => *known = kept,
            None => {
                self.files.insert(key.to_owned(), kept);
            }
        }
    }

    /// Ends the run: drops the files that it did not need.
    pub(super) fn end(&mut self) {
        let run = self.run;
        self.files.retain(|_, kept| kept.run == run);
    }
}

/// Returns the key of a file that is read in an inherited version.
fn in_version(identity: &Utf8Path, version: &str) -> String {
    format!("{identity} in {version}")
}

/// Facts about the contents of files, by path, with the stamp that each file had.
#[derive(Clone, Debug)]
pub(super) struct Stamped<T>(FxHashMap<Utf8PathBuf, (Stamp, T)>);

impl<T> Default for Stamped<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<T> Stamped<T> {
    /// Whether there is a fact about a file, which may have changed since.
    pub(super) fn knows(&self, path: &Utf8Path) -> bool {
        self.0.contains_key(path)
    }

    /// Returns the fact about a file, if the file still has the same stamp.
    pub(super) fn get(&self, path: &Utf8Path, stamp: Option<&Stamp>) -> Option<&T> {
        let (known, fact) = self.0.get(path)?;
        (Some(known) == stamp).then_some(fact)
    }

    /// Keeps a fact about a file with this stamp.
    pub(super) fn keep(&mut self, path: &Utf8Path, stamp: Option<Stamp>, fact: T) {
        if let Some(stamp) = stamp {
            self.0.insert(path.to_owned(), (stamp, fact));
        }
    }
}

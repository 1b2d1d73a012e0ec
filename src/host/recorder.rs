//! Records the paths that a run uses.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Mutex;

use camino::{Utf8Path, Utf8PathBuf};

use super::forward::forward_to_base;
use super::{Entry, Host, ReadAt, ReadError, Stamp};

/// The paths that were used, whether they exist or not; absolute.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    paths: BTreeSet<String>,
}

impl Asked {
    /// Returns the paths, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &Utf8Path> {
        self.paths.iter().map(Utf8Path::new)
    }

    /// Whether `path`, or a path below it, was used.
    #[must_use]
    pub fn contains(&self, path: &Utf8Path) -> bool {
        let below = format!("{}/", path.as_str().trim_end_matches('/'));
        let next = self.paths.range(below.clone()..).next();
        self.paths.contains(path.as_str()) || next.is_some_and(|next| next.starts_with(&below))
    }
}

/// A host that records the paths it is asked for.
pub struct Recorder<'h> {
    base: &'h dyn Host,
    asked: Mutex<Asked>,
}

impl<'h> Recorder<'h> {
    /// Returns a recorder for `base` without recorded paths.
    #[must_use]
    pub fn new(base: &'h dyn Host) -> Self {
        Self { base, asked: Mutex::default() }
    }

    /// Returns the paths that were used so far.
    #[must_use]
    pub fn asked(self) -> Asked {
        self.asked.into_inner().unwrap_or_default()
    }

    fn record(&self, path: &Utf8Path) {
        let path = self.base.absolute(path).into_string();
        if let Ok(mut asked) = self.asked.lock() {
            asked.paths.insert(path);
        }
    }
}

impl Host for Recorder<'_> {
    fn read(&self, path: &Utf8Path, most: u64) -> Result<Vec<u8>, ReadError> {
        self.record(path);
        self.base.read(path, most)
    }

    fn read_stamped(&self, path: &Utf8Path, most: u64) -> Result<(Vec<u8>, Option<Stamp>), ReadError> {
        self.record(path);
        self.base.read_stamped(path, most)
    }

    fn open(&self, path: &Utf8Path) -> Result<Box<dyn ReadAt>, ReadError> {
        self.record(path);
        self.base.open(path)
    }

    fn copy(&self, path: &Utf8Path, to: &mut dyn Write) -> Result<u64, ReadError> {
        self.record(path);
        self.base.copy(path, to)
    }

    fn stamp(&self, path: &Utf8Path) -> Option<Stamp> {
        self.record(path);
        self.base.stamp(path)
    }

    fn entry(&self, path: &Utf8Path) -> Option<Entry> {
        self.record(path);
        self.base.entry(path)
    }

    forward_to_base!(list list_whole identity is_escaped is_executable working_directory absolute ignores_case is_windows changes write);
}

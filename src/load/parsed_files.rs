//! Parsed files that are shared between runs.

use std::sync::Arc;

use camino::Utf8Path;
use rustc_hash::FxHashMap;

use super::ParsedFile;
use super::read::Reading;

/// The parsed files of earlier runs, by identity. A file with the same bytes is not parsed again; files that
/// the last run did not need are dropped.
#[derive(Debug, Default)]
pub struct ParsedFiles {
    reading: Reading,
    files: FxHashMap<String, Kept>,
    run: u64,
}

#[derive(Debug)]
struct Kept {
    parsed: Arc<ParsedFile>,
    /// The last run that needed it.
    run: u64,
}

impl ParsedFiles {
    /// Begins a run that reads files with `reading`. Drops files that were read otherwise.
    pub(super) fn begin(&mut self, reading: &Reading) {
        self.run += 1;
        if self.reading != *reading {
            self.reading = reading.clone();
            self.files.clear();
        }
    }

    /// The parsed file of an earlier run.
    pub(super) fn get(&self, identity: &Utf8Path) -> Option<Arc<ParsedFile>> {
        self.files.get(identity.as_str()).map(|kept| Arc::clone(&kept.parsed))
    }

    /// Keeps the parsed file of this run.
    pub(super) fn keep(&mut self, identity: &Utf8Path, parsed: &Arc<ParsedFile>) {
        let kept = Kept { parsed: Arc::clone(parsed), run: self.run };
        match self.files.get_mut(identity.as_str()) {
            Some(known) => *known = kept,
            None => {
                self.files.insert(identity.as_str().to_owned(), kept);
            }
        }
    }

    /// Ends the run: drops the files that it did not need.
    pub(super) fn end(&mut self) {
        let run = self.run;
        self.files.retain(|_, kept| kept.run == run);
    }
}

//! What runs share: the files that were parsed.

use std::sync::Arc;

use camino::Utf8Path;
use rustc_hash::FxHashMap;

use super::ParsedFile;
use super::read::Reading;

/// Parsed files of earlier runs, by identity. A file whose bytes are the same is not parsed again; those that the
/// last run did not need are forgotten.
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
    /// Begins a run that reads files in this way: what was read otherwise is of no use for it.
    pub(super) fn begin(&mut self, reading: &Reading) {
        self.run += 1;
        if self.reading != *reading {
            self.reading = reading.clone();
            self.files.clear();
        }
    }

    /// What an earlier run made of the file.
    pub(super) fn get(&self, identity: &Utf8Path) -> Option<Arc<ParsedFile>> {
        self.files.get(identity.as_str()).map(|kept| Arc::clone(&kept.parsed))
    }

    /// Keeps what this run made of the file.
    pub(super) fn keep(&mut self, identity: &Utf8Path, parsed: &Arc<ParsedFile>) {
        let kept = Kept { parsed: Arc::clone(parsed), run: self.run };
        match self.files.get_mut(identity.as_str()) {
            Some(known) => *known = kept,
            None => {
                self.files.insert(identity.as_str().to_owned(), kept);
            }
        }
    }

    /// Ends the run: what it did not need is forgotten.
    pub(super) fn end(&mut self) {
        let run = self.run;
        self.files.retain(|_, kept| kept.run == run);
    }
}

//! The texts of one run.

use std::sync::{Arc, OnceLock};

use camino::Utf8PathBuf;

use super::{FileId, LineIndex, Position, Span};

/// One file as it was read: later phases see this snapshot, never the file again.
#[derive(Debug)]
pub struct Source {
    /// The path as it is shown to people.
    pub path: Utf8PathBuf,
    /// The whole text, a byte order mark included.
    pub text: Arc<String>,
    lines: OnceLock<LineIndex>,
}

impl Source {
    /// A file shown as `path` that holds `text`.
    #[must_use]
    pub fn new(path: Utf8PathBuf, text: Arc<String>) -> Self {
        Self { path, text, lines: OnceLock::new() }
    }

    /// The line table, made at the first call.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Line and column of a byte.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        self.lines().position(&self.text, offset)
    }
}

/// All texts of one run, by [`FileId`]: files, and files of settings, which are read before it is known how many
/// files there are.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<Arc<Source>>,
    settings: Vec<Arc<Source>>,
}

impl Sources {
    /// Adds a file and gives its id.
    pub fn push(&mut self, source: Source) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(Arc::new(source));
        id
    }

    /// Adds a configuration or a baseline and gives its id.
    pub fn push_settings(&mut self, source: Source) -> FileId {
        let id = FileId::of_settings(self.settings.len());
        self.settings.push(Arc::new(source));
        id
    }

    /// Adds the files of settings of `other`, under the ids that they have there.
    pub fn take_settings(&mut self, other: Sources) {
        self.settings.extend(other.settings);
    }

    /// Sets the text of a file that was added before it was read.
    pub fn set_text(&mut self, id: FileId, text: Arc<String>) {
        let path = self.files[id.index()].path.clone();
        self.files[id.index()] = Arc::new(Source::new(path, text));
    }

    /// Puts `source` in place of the file `id`, which must come from this set.
    pub fn replace(&mut self, id: FileId, source: &Arc<Source>) {
        self.files[id.index()] = Arc::clone(source);
    }

    /// The file `id`, which must come from this set, to be kept.
    #[must_use]
    pub fn share(&self, id: FileId) -> Arc<Source> {
        Arc::clone(&self.files[id.index()])
    }

    /// The file `id`, which must come from this set.
    #[must_use]
    pub fn get(&self, id: FileId) -> &Source {
        match id.place_in_settings() {
            Some(place) => &self.settings[place],
            None => &self.files[id.index()],
        }
    }

    /// How many files findings are told of before those of the file `id`: files are in load order, those of
    /// settings last.
    #[must_use]
    pub fn rank(&self, id: FileId) -> usize {
        id.place_in_settings().map_or(id.index(), |place| self.files.len() + place)
    }

    /// What findings are sorted by: the rank of the file at `span`, where it starts, and where it ends.
    #[must_use]
    pub fn order(&self, span: Span) -> (usize, u32, u32) {
        (self.rank(span.file), span.start, span.end)
    }

    /// Whether the file `id` is among these.
    #[must_use]
    pub fn holds(&self, id: FileId) -> bool {
        id.place_in_settings().map_or(id.index() < self.files.len(), |place| place < self.settings.len())
    }

    /// The text at `span`; empty where the span does not fit the text.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).text.get(span.range()).unwrap_or("")
    }

    /// All files in load order, then those of settings.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        let settings = (0..).map(FileId::of_settings).zip(&self.settings);
        (0..).map(FileId).zip(&self.files).chain(settings).map(|(id, source)| (id, &**source))
    }

    /// The number of files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len() + self.settings.len()
    }

    /// Whether there is no file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.settings.is_empty()
    }
}

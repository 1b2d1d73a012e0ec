//! The texts of one run.

use std::sync::{Arc, OnceLock};

use camino::Utf8PathBuf;

use super::{FileId, LineIndex, Position, Span};

/// One file as it was read. Later phases see this snapshot and never read the file again.
#[derive(Debug)]
pub struct Source {
    /// The path as displayed.
    pub path: Utf8PathBuf,
    /// The whole text, including a byte order mark.
    pub text: Arc<String>,
    lines: OnceLock<LineIndex>,
}

impl Source {
    /// A file with the displayed path `path` and the content `text`.
    #[must_use]
    pub fn new(path: Utf8PathBuf, text: Arc<String>) -> Self {
        Self { path, text, lines: OnceLock::new() }
    }

    /// The line table, computed at the first call.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// The line and column of byte `offset`.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        self.lines().position(&self.text, offset)
    }
}

/// All texts of one run, by [`FileId`]: the TOSCA files, and the settings files, which are read before the
/// number of TOSCA files is known.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<Arc<Source>>,
    settings: Vec<Arc<Source>>,
}

impl Sources {
    /// Adds a file and returns its id.
    pub fn push(&mut self, source: Source) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(Arc::new(source));
        id
    }

    /// Adds a configuration or a baseline and returns its id.
    pub fn push_settings(&mut self, source: Source) -> FileId {
        let id = FileId::for_settings(self.settings.len());
        self.settings.push(Arc::new(source));
        id
    }

    /// Adds the settings files of `other`, which keep their ids.
    pub fn take_settings(&mut self, other: Sources) {
        self.settings.extend(other.settings);
    }

    /// Sets the text of a file that was added before it was read.
    pub fn set_text(&mut self, id: FileId, text: Arc<String>) {
        let path = self.files[id.index()].path.clone();
        self.files[id.index()] = Arc::new(Source::new(path, text));
    }

    /// Replaces the file `id`, which must come from this set, with `source`.
    pub fn replace(&mut self, id: FileId, source: &Arc<Source>) {
        self.files[id.index()] = Arc::clone(source);
    }

    /// The file `id`, which must come from this set, as a shared reference.
    #[must_use]
    pub fn share(&self, id: FileId) -> Arc<Source> {
        Arc::clone(&self.files[id.index()])
    }

    /// The file `id`, which must come from this set.
    #[must_use]
    pub fn get(&self, id: FileId) -> &Source {
        match id.index_in_settings() {
            Some(index) => &self.settings[index],
            None => &self.files[id.index()],
        }
    }

    /// The rank of the file `id` in the order of findings: settings files, which affect all others, then files in
    /// load order.
    #[must_use]
    pub fn rank(&self, id: FileId) -> usize {
        id.index_in_settings().unwrap_or_else(|| self.settings.len() + id.index())
    }

    /// The sort key of findings: the rank of the file at `span`, its start, and its end.
    #[must_use]
    pub fn order(&self, span: Span) -> (usize, u32, u32) {
        (self.rank(span.file), span.start, span.end)
    }

    /// Whether the file `id` is in this set.
    #[must_use]
    pub fn contains(&self, id: FileId) -> bool {
        id.index_in_settings().map_or(id.index() < self.files.len(), |index| index < self.settings.len())
    }

    /// The text at `span`, or an empty text if the span is out of range.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).text.get(span.range()).unwrap_or("")
    }

    /// All files in load order, then the settings files.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        let settings = (0..).map(FileId::for_settings).zip(&self.settings);
        (0..).map(FileId).zip(&self.files).chain(settings).map(|(id, source)| (id, &**source))
    }

    /// The number of files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len() + self.settings.len()
    }

    /// Whether there are no files.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.settings.is_empty()
    }
}

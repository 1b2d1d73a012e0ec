//! Locations in files.

use std::fmt;

/// The id of a file of one run, in load order. Settings files follow all others, in the order of reading. The
/// ids are the same for the same inputs, whatever the number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// The first id of a settings file: half of all ids.
const FIRST_OF_SETTINGS: u32 = 1 << 31;

impl FileId {
    /// The id of the settings file at `index`, in the order of reading.
    pub(super) fn for_settings(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX).saturating_add(FIRST_OF_SETTINGS))
    }

    /// The index of the file among the settings files, or `None` if it is not a settings file.
    pub(super) fn index_in_settings(self) -> Option<usize> {
        self.0.checked_sub(FIRST_OF_SETTINGS).map(|index| index as usize)
    }

    /// The position of the file in load order.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file{}", self.0)
    }
}

/// A range of bytes in a file: `start` inclusive, `end` exclusive. May be empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    #[must_use]
    pub fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end: end.max(start) }
    }

    /// The empty range at the start of `file`.
    #[must_use]
    pub fn start_of(file: FileId) -> Self {
        Self::new(file, 0, 0)
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the range covers no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest range that covers both; `other` must be in the same file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span::new(self.file, self.start.min(other.start), self.end.max(other.end))
    }

    /// The range as indices into the file's text.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}:{}..{}", self.file, self.start, self.end)
    }
}

/// A value and its location. Equality and hash ignore the location, so results do not depend on layout.
#[derive(Clone, Copy, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its location.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Returns `value` with its location `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: std::hash::Hash> std::hash::Hash for Spanned<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

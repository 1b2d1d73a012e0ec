//! The result of a check, from which requests are answered, also while a newer text is being checked.

use std::ops::Range;

use camino::Utf8PathBuf;

use crate::Analysis;
use crate::base::{FileId, Span};
use crate::load::File;
use crate::model::Model;

/// The result of a check of a project.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) analysis: Analysis,
    /// The directory that shown paths are relative to.
    pub(super) working: Utf8PathBuf,
}

impl Checked {
    pub(super) fn model(&self) -> &Model {
        self.analysis.model()
    }

    /// Returns the file with this identity.
    pub(super) fn file(&self, identity: &camino::Utf8Path) -> Option<&File> {
        self.analysis.graph.files.iter().find(|file| file.identity == identity)
    }

    /// Returns the text of a file as it was checked.
    pub(super) fn text(&self, file: FileId) -> &str {
        self.analysis.sources().get(file).text.as_str()
    }
}

/// The part of a text that changed since the check. Positions before and after it are known in both texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    /// The changed bytes of the checked text.
    checked: Range<usize>,
    /// The bytes of the current text in their place.
    current: Range<usize>,
}

impl Shift {
    /// Compares the checked text with the current one.
    pub(super) fn between(checked: &str, current: &str) -> Self {
        let same = |one: &mut dyn Iterator<Item = u8>, other: &mut dyn Iterator<Item = u8>| {
            one.zip(other).take_while(|(one, other)| one == other).count()
        };
        let before = same(&mut checked.bytes(), &mut current.bytes());
        let most = checked.len().min(current.len()) - before;
        let after = same(&mut checked.bytes().rev(), &mut current.bytes().rev()).min(most);
        Self { checked: before..checked.len() - after, current: before..current.len() - after }
    }

    /// Returns the byte of the checked text for one of the current text, or `None` inside of the change.
    pub(super) fn to_checked(&self, offset: u32) -> Option<u32> {
        moved(offset, &self.current, &self.checked)
    }

    /// Returns the span in the current text, or `None` if the change touches it.
    pub(super) fn to_current(&self, span: Span) -> Option<Span> {
        let is_outside = span.range().end <= self.checked.start || self.checked.end <= span.range().start;
        let start = moved(span.start, &self.checked, &self.current)?;
        let end = moved(span.end, &self.checked, &self.current)?;
        (is_outside && start <= end).then(|| Span::new(span.file, start, end))
    }
}

/// Moves a position with the text around it.
fn moved(offset: u32, from: &Range<usize>, to: &Range<usize>) -> Option<u32> {
    let position = offset as usize;
    if position <= from.start {
        Some(offset)
    } else if position >= from.end {
        u32::try_from(position - from.end + to.end).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Shift;
    use crate::base::{FileId, Span};

    #[test]
    fn positions_outside_of_the_change_are_known_in_both_texts() {
        let shift = Shift::between("a: 1\nb: 2\nc: 3\n", "a: 1\nb: 25\nc: 3\n");
        assert_eq!(shift.to_checked(3), Some(3));
        assert_eq!(shift.to_checked(11), Some(10));
        let span = |start, end| Span::new(FileId(0), start, end);
        assert_eq!(shift.to_current(span(10, 11)), Some(span(11, 12)));
        assert_eq!(shift.to_current(span(0, 1)), Some(span(0, 1)));
        let replaced = Shift::between("abcd", "aXYZd");
        assert_eq!(replaced.to_current(span(0, 3)), None);
        assert_eq!(replaced.to_checked(2), None);
    }

    #[test]
    fn repeated_text_is_counted_once() {
        let shift = Shift::between("aaa", "aaaa");
        assert_eq!(shift.to_checked(4), Some(3));
        assert_eq!(Shift::between("aaaa", "aa").to_checked(2), Some(2));
    }
}

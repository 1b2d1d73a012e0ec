//! Conversion of byte offsets to lines and columns.

/// A position for people: line and column from 1, the column in Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in Unicode scalar values, from 1.
    pub column: u32,
}

/// The starts of all lines of a text. `\n`, `\r\n` and `\r` end a line, as in YAML.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// The number of characters before every `STEP`-th byte; empty for ASCII.
    characters: Vec<u32>,
}

/// The number of bytes between two entries of `characters`.
const STEP: usize = 1024;

impl LineIndex {
    /// Finds the line starts of `text` (at most 4 GiB).
    #[must_use]
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes)
            .filter(|&index| bytes[index] == b'\n' || bytes.get(index + 1) != Some(&b'\n'));
        let mut starts = vec![0];
        starts.extend(ends.map(|index| u32::try_from(index + 1).unwrap_or(u32::MAX)));
        let mut characters = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for block in bytes.chunks(STEP) {
                characters.push(count);
                count += count_characters(block);
            }
        }
        Self { starts, characters }
    }

    /// The number of lines, which is 1 for an empty text.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The index (from 0) of the line that contains byte `offset`.
    #[must_use]
    pub fn line_of(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The byte at which line `line` (from 0) starts, or the start of the last line if there is no such line.
    #[must_use]
    pub fn line_start(&self, line: usize) -> u32 {
        self.starts[line.min(self.starts.len() - 1)]
    }

    /// Returns the line and column of byte `offset` in `text`, which must be the text of this index. An
    /// offset inside a character counts as the character's start.
    #[must_use]
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let line = self.line_of(offset);
        let mut end = (offset as usize).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let start = (self.starts[line] as usize).min(end);
        let mark = usize::from(start == 0 && end > 0 && text.starts_with('\u{feff}'));
        let column = self.characters_before(text, end) - self.characters_before(text, start) - mark;
        Position {
            line: u32::try_from(line + 1).unwrap_or(u32::MAX),
            column: u32::try_from(column + 1).unwrap_or(u32::MAX),
        }
    }

    /// The number of characters before byte `offset`, which must be a character boundary.
    fn characters_before(&self, text: &str, offset: usize) -> usize {
        match self.characters.get(offset / STEP) {
            Some(&count) => {
                let remainder = &text.as_bytes()[offset / STEP * STEP..offset];
                (count + count_characters(remainder)) as usize
            }
            // ASCII text, or the end of a text that fills its last block.
            None if self.characters.is_empty() => offset,
            None => text[..offset].chars().count(),
        }
    }
}

/// The number of characters that start in `bytes`.
fn count_characters(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte & 0xC0 != 0x80)).sum()
}

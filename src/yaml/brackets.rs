//! Finds the brackets of a value in a text, without a parser.

use super::builder::number;
use super::gaps;

/// The brackets from a byte on, outside of quotes and comments.
pub(super) struct Brackets<'t> {
    text: &'t str,
    start: usize,
    position: usize,
    /// The starts of the comments that were passed.
    pub(super) comments: Vec<usize>,
}

impl<'t> Brackets<'t> {
    /// Returns the brackets from byte `start` on, where a value starts.
    pub(super) fn new(text: &'t str, start: usize) -> Self {
        Self { text, start, position: start, comments: Vec::new() }
    }

    /// Returns the bracket that opens the level after `levels` others, or `None` if the brackets close before.
    pub(super) fn deeper_than(self, levels: usize) -> Option<u32> {
        let mut depth = 0_usize;
        for (position, bracket) in self {
            if matches!(bracket, b'[' | b'{') {
                depth += 1;
                if depth > levels {
                    return Some(number(position));
                }
            } else {
                depth = depth.checked_sub(1).filter(|depth| *depth > 0)?;
            }
        }
        None
    }
}

impl Iterator for Brackets<'_> {
    type Item = (usize, u8);

    fn next(&mut self) -> Option<(usize, u8)> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.position) {
            let position = self.position;
            let before = position.checked_sub(1).map(|before| bytes[before]);
            let follows_blank = before.is_none_or(gaps::is_blank);
            let starts_token =
                position == self.start || follows_blank || matches!(before, Some(b'[' | b'{' | b',' | b':'));
            self.position = match byte {
                b'"' | b'\'' if starts_token => {
                    gaps::quoted_end(self.text, number(position), u32::MAX) as usize
                }
                b'#' if follows_blank => {
                    self.comments.push(position);
                    gaps::line_end(bytes, position)
                }
                _ => position + 1,
            };
            if matches!(byte, b'[' | b'{' | b']' | b'}') {
                return Some((position, byte));
            }
        }
        None
    }
}

//! ASCII text as input of the parser: every character is a byte, so nothing needs to be decoded.

use saphyr_parser::Input;

/// How far the parser may look ahead. It also reserves this many bytes for every word of a plain scalar, in a
/// buffer of 32 bytes: with more than 31, it would allocate the buffer of every key twice.
const AHEAD: usize = 16;

/// The rest of an ASCII text.
pub(super) struct Ascii<'t> {
    remaining: &'t [u8],
}

impl<'t> Ascii<'t> {
    /// Returns the input for `text`, or `None` if it is not ASCII.
    pub(super) fn new(text: &'t str) -> Option<Self> {
        text.is_ascii().then_some(Self { remaining: text.as_bytes() })
    }
}

/// The mask has no effect; it shows the compiler that a character has one byte.
fn character(byte: u8) -> char {
    char::from(byte & 0x7F)
}

impl Input for Ascii<'_> {
    /// All characters are available.
    #[inline]
    fn lookahead(&mut self, _count: usize) {}

    #[inline]
    fn buflen(&self) -> usize {
        AHEAD
    }

    #[inline]
    fn bufmaxlen(&self) -> usize {
        AHEAD
    }

    #[inline]
    fn raw_read_ch(&mut self) -> char {
        let next = self.peek();
        self.skip();
        next
    }

    #[inline]
    fn raw_read_non_breakz_ch(&mut self) -> Option<char> {
        let next = self.peek_opt().filter(|next| !matches!(next, '\n' | '\r' | '\0'))?;
        self.skip();
        Some(next)
    }

    #[inline]
    fn skip(&mut self) {
        self.skip_n(1);
    }

    #[inline]
    fn skip_n(&mut self, count: usize) {
        self.remaining = self.remaining.get(count..).unwrap_or_default();
    }

    #[inline]
    fn peek(&self) -> char {
        self.peek_nth(0)
    }

    #[inline]
    fn peek_nth(&self, n: usize) -> char {
        self.remaining.get(n).map_or('\0', |&byte| character(byte))
    }

    #[inline]
    fn peek_opt(&self) -> Option<char> {
        self.remaining.first().map(|&byte| character(byte))
    }
}

//! Words that have the same symbols in all tables, so that comparing one with a text of a file compares numbers.

use super::Symbol;

/// The number of places, more than that of words.
const PLACES: usize = 2 * Words::MAX_COUNT;

/// A closed list of words, which are found without hashing.
#[derive(Debug)]
pub struct Words {
    texts: &'static [&'static str],
    count: u32,
    /// The number of a word, from 1, at its place or the next free one.
    places: [u32; PLACES],
}

impl Words {
    /// The maximum number of words.
    pub(super) const MAX_COUNT: usize = 512;

    /// A list of distinct words. A constant with too many does not compile.
    ///
    /// # Panics
    ///
    /// If there are too many.
    #[must_use]
    pub const fn new(texts: &'static [&'static str]) -> Self {
        assert!(texts.len() <= Self::MAX_COUNT, "too many words");
        let mut places = [0; PLACES];
        let mut number = 0;
        while (number as usize) < texts.len() {
            let mut place = place(texts[number as usize].as_bytes());
            while places[place] != 0 {
                place = (place + 1) % PLACES;
            }
            number += 1;
            places[place] = number;
        }
        Self { texts, count: number, places }
    }

    /// The number of words. Their symbols are the numbers from 0.
    pub(super) const fn len(&self) -> u32 {
        self.count
    }

    /// The words, by symbol.
    pub(super) const fn texts(&self) -> &'static [&'static str] {
        self.texts
    }

    /// The text of the symbol of a word.
    #[must_use]
    #[inline]
    pub const fn text(&self, word: Symbol) -> &'static str {
        self.texts[word.0 as usize]
    }

    /// Whether a symbol is that of a word.
    #[must_use]
    #[inline]
    pub const fn has(&self, symbol: Symbol) -> bool {
        symbol.0 < self.count
    }

    /// The symbol of `text` in all tables with these words, or `None` if it is not in the list.
    #[must_use]
    #[inline]
    pub fn symbol(&self, text: &str) -> Option<Symbol> {
        let mut place = place(text.as_bytes());
        while let number @ 1.. = self.places[place] {
            if self.texts[number as usize - 1] == text {
                return Some(Symbol(number - 1));
            }
            place = (place + 1) % PLACES;
        }
        None
    }

    /// The symbol of `word`. A constant with another text does not compile.
    ///
    /// # Panics
    ///
    /// If it is not in the list.
    #[must_use]
    pub const fn symbol_of(&self, word: &str) -> Symbol {
        let mut number = 0;
        while number < self.count {
            if is_equal(self.texts[number as usize].as_bytes(), word.as_bytes()) {
                return Symbol(number);
            }
            number += 1;
        }
        panic!("this is not in the list of words")
    }
}

/// Returns the place of a word, from its length and some of its bytes.
const fn place(word: &[u8]) -> usize {
    let (Some(first), Some(last)) = (word.first(), word.last()) else { return 0 };
    let middle = word[word.len() / 2];
    (word.len() * 13 + *first as usize * 23 + middle as usize * 31 + *last as usize * 37) % PLACES
}

/// Whether two texts are equal. In constants, they cannot be compared directly.
const fn is_equal(first: &[u8], second: &[u8]) -> bool {
    if first.len() != second.len() {
        return false;
    }
    let mut index = 0;
    while index < first.len() {
        if first[index] != second[index] {
            return false;
        }
        index += 1;
    }
    true
}

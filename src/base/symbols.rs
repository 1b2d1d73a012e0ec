//! Interned strings: each distinct text of a tree gets a small number.

use std::hash::Hasher;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::Words;

/// The number of a text in one [`Symbols`] table. Symbols of the same table are equal if their texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(crate) u32);

/// A table of the distinct texts of one source of less than 2 GiB. A text that occurs in the source is stored
/// as its span there. The symbols of words are the same in all tables; those of other texts follow.
#[derive(Clone, Debug)]
pub struct Symbols {
    source: Arc<String>,
    words: &'static Words,
    /// Which words the source has, one bit for each.
    used_words: [u64; Words::MAX_COUNT / 64],
    /// The texts that do not occur verbatim in the source, such as those with escapes.
    added: String,
    texts: Vec<TextRange>,
    table: HashTable<u32>,
}

/// The location of a text.
#[derive(Clone, Copy, Debug)]
struct TextRange {
    /// Its first byte in the source or, with [`ADDED`], in the added texts.
    start: u32,
    length: u32,
}

/// Marks a text that is not in the source.
const ADDED: u32 = 1 << 31;

impl Symbols {
    /// An empty table with room for the texts of `source`.
    #[must_use]
    pub fn for_source(source: &Arc<String>, words: &'static Words) -> Self {
        let count = source.len() / 100 + 16;
        Self {
            source: Arc::clone(source),
            words,
            used_words: [0; Words::MAX_COUNT / 64],
            added: String::new(),
            texts: Vec::with_capacity(count),
            table: HashTable::with_capacity(count),
        }
    }

    /// Returns the symbol of `text`, which is added if it is new. `start_hint` is the byte of the source at
    /// which the text starts, either directly or after an opening quote; a wrong byte only costs memory.
    pub fn intern(&mut self, text: &str, start_hint: u32) -> Symbol {
        if let Some(word) = self.words.symbol(text) {
            self.used_words[word.0 as usize / 64] |= 1 << (word.0 % 64);
            return word;
        }
        let hash = hash(text);
        let Self { source, added, texts, table, words, used_words: _ } = self;
        let symbol = |id: u32| Symbol(words.len() + id);
        let same = |&id: &u32| slice(source, added, texts[id as usize]) == text;
        if let Some(&id) = table.find(hash, same) {
            return symbol(id);
        }
        let id = number(texts.len());
        let length = number(text.len());
        let is_here = |start: &u32| {
            let start = *start as usize;
            source.as_bytes().get(start..start.saturating_add(text.len())) == Some(text.as_bytes())
        };
        let start = [start_hint, start_hint.saturating_add(1)]
            .into_iter()
            .find(is_here)
            .filter(|start| *start < ADDED);
        let start = start.unwrap_or_else(|| {
            added.push_str(text);
            number(added.len() - text.len()) | ADDED
        });
        texts.push(TextRange { start, length });
        table.insert_unique(hash, id, |&id| self::hash(slice(source, added, texts[id as usize])));
        symbol(id)
    }

    /// The symbol of `text`, or `None` if the table does not contain it.
    #[must_use]
    pub fn get(&self, text: &str) -> Option<Symbol> {
        if let Some(word) = self.words.symbol(text) {
            return self.is_used(word).then_some(word);
        }
        let is_same = |&id: &u32| slice(&self.source, &self.added, self.texts[id as usize]) == text;
        self.table.find(hash(text), is_same).map(|&id| Symbol(self.words.len() + id))
    }

    /// The text of `symbol`, which must come from this table.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &str {
        let number = symbol.0 as usize;
        match self.words.texts().get(number) {
            Some(word) => word,
            None => slice(&self.source, &self.added, self.texts[number - self.words.texts().len()]),
        }
    }

    /// All texts.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let words = (0..self.words.len()).map(Symbol).filter(|word| self.is_used(*word));
        let words = words.map(|word| self.words.texts()[word.0 as usize]);
        words.chain(self.texts.iter().map(|range| slice(&self.source, &self.added, *range)))
    }

    fn is_used(&self, word: Symbol) -> bool {
        self.used_words[word.0 as usize / 64] & 1 << (word.0 % 64) != 0
    }

    /// Releases memory that was reserved for growth.
    pub fn shrink(&mut self) {
        self.added.shrink_to_fit();
        self.texts.shrink_to_fit();
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

fn slice<'t>(source: &'t str, added: &'t str, range: TextRange) -> &'t str {
    let text = if range.start < ADDED { source } else { added };
    let start = (range.start & !ADDED) as usize;
    text.get(start..start + range.length as usize).unwrap_or("")
}

fn number(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

//! Interned strings: each distinct text of a tree is kept once and named by a small number.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A text of one [`Symbols`] table. Two symbols of the same table are equal when their texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(crate) u32);

/// A table of distinct texts in one buffer.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    text: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl Symbols {
    /// An empty table with room for the texts of `bytes` bytes of YAML.
    #[must_use]
    pub fn for_source(bytes: usize) -> Self {
        let count = bytes / 100 + 16;
        Self {
            text: String::with_capacity(bytes / 2),
            ends: Vec::with_capacity(count),
            table: HashTable::with_capacity(count),
        }
    }

    /// The symbol of `text`, added if it is new.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let Self { text: all, ends, table } = self;
        let hash = hash(text);
        let same = |&id: &u32| &all.as_bytes()[range(ends, id)] == text.as_bytes();
        if let Some(&found) = table.find(hash, same) {
            return Symbol(found);
        }
        let id = u32::try_from(ends.len()).unwrap_or(u32::MAX);
        all.push_str(text);
        ends.push(u32::try_from(all.len()).unwrap_or(u32::MAX));
        table.insert_unique(hash, id, |&id| self::hash(slice(all, ends, id)));
        Symbol(id)
    }

    /// The symbol of `text`, if it occurs.
    #[must_use]
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.table.find(hash(text), |&id| slice(&self.text, &self.ends, id) == text).map(|&id| Symbol(id))
    }

    /// The text of `symbol`, which must come from this table.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &str {
        slice(&self.text, &self.ends, symbol.0)
    }

    /// All texts.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        (0..).take(self.ends.len()).map(|id| slice(&self.text, &self.ends, id))
    }

    /// Gives back memory that was reserved for growth.
    pub fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

fn slice<'t>(text: &'t str, ends: &[u32], id: u32) -> &'t str {
    &text[range(ends, id)]
}

fn range(ends: &[u32], id: u32) -> std::ops::Range<usize> {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    start..ends[id] as usize
}

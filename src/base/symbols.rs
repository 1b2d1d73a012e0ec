//! Interned strings: each distinct text of a tree gets a small number.

use std::hash::Hasher;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use super::Words;

/// The number of a text in one [`Symbols`] table. Symbols of the same table are equal if their texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(crate) u32);

/// A table of the distinct texts of one source of less than 2 GiB. A text that occurs in the source is stored
/// as its span there. The symbols of words are the same in all tables; those of other texts follow.
///
/// Long texts that have another form in the source can be deferred: they are made, all at once, when one of them is
/// needed. Only then is it known whether they are equal, so that their symbols have to be made canonical before they
/// are compared.
#[derive(Clone, Debug)]
pub struct Symbols {
    source: Arc<String>,
    words: &'static Words,
    /// Which words the source has, one bit for each.
    used_words: [u64; Words::MAX_COUNT / 64],
    /// The texts that do not occur verbatim in the source, such as those with escapes.
    added: String,
    texts: Vec<TextRange>,
    /// The texts while texts are added, or none once the table is shrunk.
    table: HashTable<Hashed>,
    /// The texts of a shrunk table. Most are never searched, so that it is made on demand.
    found: OnceLock<HashTable<Hashed>>,
    /// Makes the deferred text at a byte of the source.
    make: fn(&str, u32) -> Box<str>,
    deferred_count: u32,
    deferred: OnceLock<Vec<Deferred>>,
}

/// A text that was deferred, and the symbol of the first equal text.
#[derive(Clone, Debug)]
struct Deferred {
    text: Box<str>,
    canonical: Symbol,
}

/// A text in a table, with its hash, so that other texts need not be read.
#[derive(Clone, Copy, Debug)]
struct Hashed {
    hash: u32,
    id: u32,
}

/// The location of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TextRange {
    /// Its first byte in the source or, with [`ADDED`], in the added texts.
    start: u32,
    /// Its length or, with [`DEFERRED`], its index among the deferred texts.
    length: u32,
}

/// The location of a text that is no longer used.
const FORGOTTEN: TextRange = TextRange { start: u32::MAX, length: 0 };
/// Marks a text that is not in the source.
const ADDED: u32 = 1 << 31;
/// Marks a text that is not made yet.
const DEFERRED: u32 = 1 << 31;

impl Symbols {
    /// An empty table with room for the texts of `source`. A deferred text is made by `make` from the source and the
    /// byte at which it starts.
    #[must_use]
    pub fn for_source(source: &Arc<String>, words: &'static Words, make: fn(&str, u32) -> Box<str>) -> Self {
        let count = source.len() / 100 + 16;
        Self {
            source: Arc::clone(source),
            words,
            used_words: [0; Words::MAX_COUNT / 64],
            added: String::new(),
            texts: Vec::with_capacity(count),
            table: HashTable::with_capacity(count),
            found: OnceLock::new(),
            make,
            deferred_count: 0,
            deferred: OnceLock::new(),
        }
    }

    /// Makes room for texts with this number of bytes that are not in the source.
    pub fn reserve(&mut self, bytes: usize) {
        self.added.reserve(bytes);
    }

    /// Returns the symbol of `text`, which is added if it is new. `start_hint` is the byte of the source at
    /// which the text starts, either directly or after an opening quote; a wrong byte only costs memory.
    pub fn intern(&mut self, text: &str, start_hint: u32) -> Symbol {
        if let Some(word) = self.words.symbol(text) {
            self.used_words[word.0 as usize / 64] |= 1 << (word.0 % 64);
            return word;
        }
        if self.is_shrunk() {
            self.table = self.found.take().unwrap_or_else(|| self.hashed_texts());
        }
        let hash = hash(text);
        if let Some(symbol) = self.find(hash, text) {
            return symbol;
        }
        let Self { source, added, texts, table, .. } = self;
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
        table.insert_unique(spread(hash), Hashed { hash, id }, |text| spread(text.hash));
        Symbol(self.words.len() + id)
    }

    /// The symbol of `text`, or `None` if the table does not contain it.
    #[must_use]
    pub fn get(&self, text: &str) -> Option<Symbol> {
        if let Some(word) = self.words.symbol(text) {
            return self.is_used(word).then_some(word);
        }
        self.find(hash(text), text).or_else(|| {
            let may_be_deferred = self.deferred_count > 0 && Self::can_defer(text);
            let mut deferred = if may_be_deferred { self.deferred() } else { &[] }.iter();
            deferred.find(|deferred| *deferred.text == *text).map(|deferred| deferred.canonical)
        })
    }

    /// The symbol of a text with this hash that is neither a word nor deferred.
    fn find(&self, hash: u32, text: &str) -> Option<Symbol> {
        let is_same = |known: &Hashed| {
            known.hash == hash
                && self.texts[known.id as usize] != FORGOTTEN
                && slice(&self.source, &self.added, self.texts[known.id as usize]) == text
        };
        let table =
            if self.is_shrunk() { self.found.get_or_init(|| self.hashed_texts()) } else { &self.table };
        table.find(spread(hash), is_same).map(|known| Symbol(self.words.len() + known.id))
    }

    /// Adds the text that starts at byte `start` of the source in another form, and for which
    /// [`can_defer`](Self::can_defer) is true. Returns its symbol, which is new.
    pub fn defer(&mut self, start: u32) -> Symbol {
        let id = number(self.texts.len());
        self.texts.push(TextRange { start, length: self.deferred_count | DEFERRED });
        self.deferred_count += 1;
        self.deferred.take();
        Symbol(self.words.len() + id)
    }

    /// Whether a text can be deferred: it is not a word.
    #[must_use]
    pub fn can_defer(text: &str) -> bool {
        text.contains([' ', '\n'])
    }

    /// The deferred texts.
    fn deferred(&self) -> &[Deferred] {
        self.deferred.get_or_init(|| {
            let ids = (0..).zip(&self.texts).filter(|(_, range)| range.length & DEFERRED != 0);
            let mut first: FxHashMap<Box<str>, Symbol> = FxHashMap::default();
            let mut all = Vec::with_capacity(self.deferred_count as usize);
            let mut nothing = || Deferred { text: Box::default(), canonical: Symbol(0) };
            for (id, range) in ids {
                // Those before it that are missing were forgotten.
                all.resize_with((range.length & !DEFERRED) as usize, &mut nothing);
                let text = (self.make)(&self.source, range.start);
                let canonical = self.find(hash(&text), &text).unwrap_or_else(|| {
                    *first.entry(text.clone()).or_insert_with(|| Symbol(self.words.len() + id))
                });
                all.push(Deferred { text, canonical });
            }
            all
        })
    }

    /// The symbol that is the same for all equal texts of this table.
    #[must_use]
    pub fn canonical(&self, symbol: Symbol) -> Symbol {
        let range = (symbol.0.checked_sub(self.words.len())).map(|id| self.texts[id as usize]);
        match range.filter(|range| range.length & DEFERRED != 0) {
            Some(range) => self.deferred()[(range.length & !DEFERRED) as usize].canonical,
            None => symbol,
        }
    }

    /// The text of `symbol`, which must come from this table.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &str {
        let number = symbol.0 as usize;
        match self.words.texts().get(number) {
            Some(word) => word,
            None => self.text_in(self.texts[number - self.words.texts().len()]),
        }
    }

    /// All texts. Deferred ones may repeat others.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let words = (0..self.words.len()).map(Symbol).filter(|word| self.is_used(*word));
        let words = words.map(|word| self.words.texts()[word.0 as usize]);
        let texts = self.texts.iter().filter(|range| **range != FORGOTTEN);
        words.chain(texts.map(|range| self.text_in(*range)))
    }

    fn text_in(&self, range: TextRange) -> &str {
        if range.length & DEFERRED == 0 {
            slice(&self.source, &self.added, range)
        } else {
            &self.deferred()[(range.length & !DEFERRED) as usize].text
        }
    }

    /// Whether [`Self::shrink`] or [`Self::rest`] put the table away.
    fn is_shrunk(&self) -> bool {
        self.table.is_empty() && !self.texts.is_empty()
    }

    fn is_used(&self, word: Symbol) -> bool {
        self.used_words[word.0 as usize / 64] & 1 << (word.0 % 64) != 0
    }

    /// Returns the same texts for another source: that with the bytes `replaced` of this one replaced, so that what
    /// follows starts `moved` bytes later. Symbols stay the same, except those deferred inside of the bytes.
    #[must_use]
    pub fn in_edited(&self, source: &Arc<String>, replaced: &Range<u32>, moved: i64) -> Self {
        let mut edited = Self {
            source: Arc::clone(source),
            words: self.words,
            used_words: self.used_words,
            added: self.added.clone(),
            texts: self.texts.clone(),
            table: self.table.clone(),
            found: self.found.clone(),
            make: self.make,
            deferred_count: self.deferred_count,
            // They are made of the new source.
            deferred: OnceLock::new(),
        };
        for range in &mut edited.texts {
            let is_deferred = range.length & DEFERRED != 0;
            let is_added = range.start & ADDED != 0;
            let is_before = if is_deferred {
                range.start < replaced.start
            } else {
                range.start.saturating_add(range.length) <= replaced.start
            };
            if is_added || is_before {
                continue;
            }
            if range.start >= replaced.end {
                range.start = u32::try_from(i64::from(range.start) + moved).unwrap_or(u32::MAX);
            } else if is_deferred {
                *range = FORGOTTEN;
            } else {
                let text = slice(&self.source, &self.added, *range);
                range.start = number(edited.added.len()) | ADDED;
                edited.added.push_str(text);
            }
        }
        edited
    }

    /// Forgets the texts that are not among the `used` ones.
    pub fn keep_only(&mut self, used: impl Iterator<Item = Symbol>) {
        let mut kept = vec![false; self.texts.len()];
        self.used_words = [0; Words::MAX_COUNT / 64];
        for symbol in used {
            match symbol.0.checked_sub(self.words.len()) {
                Some(id) => kept[id as usize] = true,
                None => self.used_words[symbol.0 as usize / 64] |= 1 << (symbol.0 % 64),
            }
        }
        for (range, kept) in self.texts.iter_mut().zip(kept) {
            if !kept {
                *range = FORGOTTEN;
            }
        }
        self.deferred.take();
    }

    /// The number of texts, including forgotten ones.
    #[must_use]
    pub fn count(&self) -> usize {
        self.texts.len()
    }

    /// Releases memory that only adding texts needs, but keeps what finds them.
    pub fn rest(&mut self) {
        if !self.table.is_empty() {
            self.found = OnceLock::from(std::mem::take(&mut self.table));
        }
    }

    /// Releases memory that only adding texts needs.
    pub fn shrink(&mut self) {
        self.added.shrink_to_fit();
        self.texts.shrink_to_fit();
        self.table = HashTable::new();
    }

    /// All texts with their hashes.
    fn hashed_texts(&self) -> HashTable<Hashed> {
        let mut table = HashTable::with_capacity(self.texts.len());
        for (id, range) in (0..).zip(&self.texts) {
            if range.length & DEFERRED == 0 && *range != FORGOTTEN {
                let hash = hash(slice(&self.source, &self.added, *range));
                table.insert_unique(spread(hash), Hashed { hash, id }, |text| spread(text.hash));
            }
        }
        table
    }
}

fn hash(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    let hash = hasher.finish();
    let halves = (hash ^ hash >> 32) & u64::from(u32::MAX);
    u32::try_from(halves).unwrap_or_default()
}

/// Returns a hash as a table needs it, which looks at its first and at its last bits.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

fn slice<'t>(source: &'t str, added: &'t str, range: TextRange) -> &'t str {
    let text = if range.start < ADDED { source } else { added };
    let start = (range.start & !ADDED) as usize;
    text.get(start..start + range.length as usize).unwrap_or("")
}

fn number(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

//! Text that must be hidden from the parser: tabs after `:` and line breaks before lines that are not indented,
//! which it refuses, and aliases without an anchor, which stop it. Each hidden character is replaced by another one, for the whole rest of the file at once.
//! If it turns out to be inside a string, it is restored.

use rustc_hash::{FxHashMap, FxHashSet};

use super::gaps::is_blank;

/// The maximum number of bytes that are read again because of lines that are not indented.
const MAX_READ_AGAIN: usize = 1 << 25;

/// The hidden characters.
#[derive(Default)]
pub(super) struct Patches {
    /// Their positions, in order.
    positions: Vec<u32>,
    /// The hidden aliases by position, with the name if an earlier segment defines it.
    aliases: FxHashMap<u32, Option<String>>,
    /// The positions that are inside strings and must not be hidden.
    kept: FxHashSet<u32>,
    /// The hidden positions that were found inside strings.
    spoiled: Vec<u32>,
    /// The hidden line breaks, in order.
    breaks: Vec<u32>,
    /// The number of bytes that were read again because of them.
    read_again: usize,
    /// The first position of each possible anchor in the file, computed on demand.
    anchors: Option<FxHashMap<String, u32>>,
}

/// A change of the parser's text: a position and its new byte.
pub(super) type Change = (u32, u8);

impl Patches {
    pub(super) fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The hidden alias at `position`.
    pub(super) fn alias(&self, position: u32) -> Option<&Option<String>> {
        self.aliases.get(&position)
    }

    /// Whether there may be an anchor `name` before `position`, in a part that was read or not.
    pub(super) fn may_be_anchored(&mut self, text: &str, name: &str, position: u32) -> bool {
        let anchors = self.anchors.get_or_insert_with(|| {
            let mut anchors = FxHashMap::default();
            for (position, name) in tokens(text, 0, b'&') {
                anchors.entry(name.to_owned()).or_insert(position);
            }
            anchors
        });
        anchors.get(name).is_some_and(|&anchor| anchor < position)
    }

    /// Records hidden positions inside the scalar at `start..end`, except for an alias that is the scalar.
    pub(super) fn look_at(&mut self, start: u32, end: u32, plain: bool) {
        let first = self.positions.partition_point(|&position| position < start);
        let inside = self.positions[first..].iter().take_while(|&&position| position < end);
        let is_spoiled =
            |position: &&u32| !(plain && **position == start && self.aliases.contains_key(&start));
        self.spoiled.extend(inside.filter(is_spoiled));
    }

    /// Returns the changes that restore hidden characters for the parser.
    pub(super) fn take_spoiled(&mut self, text: &str) -> Vec<Change> {
        let spoiled = std::mem::take(&mut self.spoiled);
        for position in &spoiled {
            self.kept.insert(*position);
            self.aliases.remove(position);
        }
        self.positions.retain(|position| !self.kept.contains(position));
        spoiled.into_iter().map(|position| (position, text.as_bytes()[position as usize])).collect()
    }

    /// Hides the alias at `first`, and all others in the segment from `from` on that the parser cannot know.
    /// `known` are the anchors of earlier segments.
    pub(super) fn hide_aliases(
        &mut self,
        text: &str,
        from: u32,
        first: u32,
        known: &FxHashMap<String, usize>,
    ) -> Vec<Change> {
        let mut anchors: FxHashMap<&str, u32> = FxHashMap::default();
        for (position, name) in tokens(text, from, b'&') {
            anchors.entry(name).or_insert(position);
        }
        let mut changes = Vec::new();
        for (position, name) in tokens(text, first, b'*') {
            let defined = anchors.get(name).is_some_and(|&anchor| anchor < position);
            if (position != first && defined)
                || self.kept.contains(&position)
                || self.aliases.contains_key(&position)
            {
                continue;
            }
            let earlier = (from > 0 && known.contains_key(name)).then(|| name.to_owned());
            self.aliases.insert(position, earlier);
            changes.push((position, b'_'));
        }
        self.note(&changes);
        changes
    }

    /// Hides the line breaks of a value with lines that are not indented. Returns whether the text, of this length,
    /// may be read again, which is useless if they are hidden already.
    pub(super) fn hide_breaks(&mut self, changes: &[Change], length: usize) -> bool {
        if changes.iter().all(|(position, _)| self.breaks.binary_search(position).is_ok()) {
            return false;
        }
        self.read_again += length;
        if self.read_again > MAX_READ_AGAIN {
            return false;
        }
        self.breaks.extend(changes.iter().map(|(position, _)| *position));
        self.breaks.sort_unstable();
        self.breaks.dedup();
        true
    }

    /// Whether line breaks of the scalar at `start..end` are hidden.
    pub(super) fn hides_breaks(&self, start: u32, end: u32) -> bool {
        let first = self.breaks.partition_point(|&position| position < start);
        self.breaks.get(first).is_some_and(|&position| position < end)
    }

    /// Hides the tabs after `:` from the line of `error_position` on, if there is one in that line.
    pub(super) fn hide_tabs(&mut self, text: &str, error_position: u32) -> Vec<Change> {
        let bytes = text.as_bytes();
        let error_position = (error_position as usize).min(bytes.len());
        let line = memchr::memrchr(b'\n', &bytes[..error_position]).map_or(0, |index| index + 1);
        let line_end = memchr::memchr(b'\n', &bytes[error_position..])
            .map_or(bytes.len(), |index| error_position + index);
        let mut changes: Vec<Change> = Vec::new();
        // Remembers the last byte that is not a space, because there may be millions of tabs.
        let (mut last_byte, mut searched_to) = (None, line);
        for tab in memchr::memchr_iter(b'\t', &bytes[line..]).map(|index| line + index) {
            let between = bytes[searched_to..tab].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
            last_byte = between.or(last_byte);
            searched_to = tab;
            let position = u32::try_from(tab).unwrap_or(u32::MAX);
            if last_byte == Some(&b':')
                && !self.kept.contains(&position)
                && self.positions.binary_search(&position).is_err()
            {
                changes.push((position, b' '));
            }
        }
        if !changes.iter().any(|&(position, _)| (position as usize) < line_end) {
            return Vec::new();
        }
        self.note(&changes);
        changes
    }

    fn note(&mut self, changes: &[Change]) {
        self.positions.extend(changes.iter().map(|(position, _)| *position));
        self.positions.sort_unstable();
        self.positions.dedup();
    }
}

/// Returns the tokens of `mark` and a name from byte `from` on, which may be anchors or aliases.
fn tokens(text: &str, from: u32, mark: u8) -> impl Iterator<Item = (u32, &str)> {
    let bytes = text.as_bytes();
    let from = from as usize;
    memchr::memchr_iter(mark, &bytes[from..]).filter_map(move |index| {
        let position = from + index;
        let is_token_start = position == 0
            || is_blank(bytes[position - 1])
            || matches!(bytes[position - 1], b'[' | b'{' | b',' | b':');
        if !is_token_start {
            return None;
        }
        let after_mark = &text[position + 1..];
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}');
        let name = &after_mark[..after_mark.find(ends).unwrap_or(after_mark.len())];
        (!name.is_empty()).then(|| (u32::try_from(position).unwrap_or(u32::MAX), name))
    })
}

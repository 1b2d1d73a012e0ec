//! What the parser must not see, though the file may hold it: tabs behind `:`, which it refuses, and
//! aliases without an anchor, which end its work. Both are hidden from it, one character for one, for the
//! whole rest of the file at once; where that turns out to lie inside a string, it is shown again.

use rustc_hash::{FxHashMap, FxHashSet};

use super::gaps::is_blank;

/// The characters that are hidden.
#[derive(Default)]
pub(super) struct Patches {
    /// Where, in order.
    places: Vec<u32>,
    /// Hidden aliases by place: the name, where an earlier segment defines it.
    aliases: FxHashMap<u32, Option<String>>,
    /// Places that lie inside strings and must not be hidden.
    kept: FxHashSet<u32>,
    /// Hidden places that were found inside strings.
    spoiled: Vec<u32>,
    /// The first place of everything in the file that may be an anchor, once it was asked for.
    anchors: Option<FxHashMap<String, u32>>,
}

/// A change of what the parser sees: the byte at a place.
pub(super) type Change = (u32, u8);

impl Patches {
    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The hidden alias at `place`.
    pub(super) fn alias(&self, place: u32) -> Option<&Option<String>> {
        self.aliases.get(&place)
    }

    /// Whether something before `place` may be the anchor `name`, in a part that was read or not.
    pub(super) fn may_be_anchored(&mut self, text: &str, name: &str, place: u32) -> bool {
        let anchors = self.anchors.get_or_insert_with(|| {
            let mut anchors = FxHashMap::default();
            for (place, name) in tokens(text, 0, b'&') {
                anchors.entry(name.to_owned()).or_insert(place);
            }
            anchors
        });
        anchors.get(name).is_some_and(|&anchor| anchor < place)
    }

    /// Notes hidden places inside the scalar at `start..end`; an alias that starts it is meant.
    pub(super) fn look_at(&mut self, start: u32, end: u32, plain: bool) {
        let first = self.places.partition_point(|&place| place < start);
        let inside = self.places[first..].iter().take_while(|&&place| place < end);
        let meant = |place: &&u32| !(plain && **place == start && self.aliases.contains_key(&start));
        self.spoiled.extend(inside.filter(meant));
    }

    /// What must be shown to the parser again.
    pub(super) fn take_spoiled(&mut self, text: &str) -> Vec<Change> {
        let spoiled = std::mem::take(&mut self.spoiled);
        for place in &spoiled {
            self.kept.insert(*place);
            self.aliases.remove(place);
        }
        self.places.retain(|place| !self.kept.contains(place));
        spoiled.into_iter().map(|place| (place, text.as_bytes()[place as usize])).collect()
    }

    /// Hides the alias at `at` and all others in the segment from `from` on that its parser cannot know.
    /// `known` are the anchors of earlier segments.
    pub(super) fn hide_aliases(
        &mut self,
        text: &str,
        from: u32,
        at: u32,
        known: &FxHashMap<String, usize>,
    ) -> Vec<Change> {
        let mut anchors: FxHashMap<&str, u32> = FxHashMap::default();
        for (place, name) in tokens(text, from, b'&') {
            anchors.entry(name).or_insert(place);
        }
        let mut changes = Vec::new();
        for (place, name) in tokens(text, at, b'*') {
            let defined = anchors.get(name).is_some_and(|&anchor| anchor < place);
            if (place != at && defined) || self.kept.contains(&place) || self.aliases.contains_key(&place) {
                continue;
            }
            let earlier = (from > 0 && known.contains_key(name)).then(|| name.to_owned());
            self.aliases.insert(place, earlier);
            changes.push((place, b'_'));
        }
        self.note(&changes);
        changes
    }

    /// Hides the tabs behind `:` from `at` on, if there is one in the line of `at`.
    pub(super) fn hide_tabs(&mut self, text: &str, at: u32) -> Vec<Change> {
        let bytes = text.as_bytes();
        let at = (at as usize).min(bytes.len());
        let line = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |found| found + 1);
        let line_end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |found| at + found);
        let mut changes: Vec<Change> = Vec::new();
        // The last byte that is no blank is kept on the way: tabs may come by the million.
        let (mut before, mut looked) = (None, line);
        for tab in memchr::memchr_iter(b'\t', &bytes[line..]).map(|found| line + found) {
            let between = bytes[looked..tab].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
            before = between.or(before);
            looked = tab;
            let place = u32::try_from(tab).unwrap_or(u32::MAX);
            if before == Some(&b':')
                && !self.kept.contains(&place)
                && self.places.binary_search(&place).is_err()
            {
                changes.push((place, b' '));
            }
        }
        if !changes.iter().any(|&(place, _)| (place as usize) < line_end) {
            return Vec::new();
        }
        self.note(&changes);
        changes
    }

    fn note(&mut self, changes: &[Change]) {
        self.places.extend(changes.iter().map(|(place, _)| *place));
        self.places.sort_unstable();
        self.places.dedup();
    }
}

/// The tokens `mark` and name from byte `from` on: what may be anchors or aliases.
fn tokens(text: &str, from: u32, mark: u8) -> impl Iterator<Item = (u32, &str)> {
    let bytes = text.as_bytes();
    let from = from as usize;
    memchr::memchr_iter(mark, &bytes[from..]).filter_map(move |found| {
        let at = from + found;
        let free = at == 0 || is_blank(bytes[at - 1]) || matches!(bytes[at - 1], b'[' | b'{' | b',' | b':');
        if !free {
            return None;
        }
        let rest = &text[at + 1..];
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}');
        let name = &rest[..rest.find(ends).unwrap_or(rest.len())];
        (!name.is_empty()).then(|| (u32::try_from(at).unwrap_or(u32::MAX), name))
    })
}

//! Did-you-mean.

/// The least similarity of a suggestion, from 0 to 1: no suggestion beats a silly one.
const LEAST: f64 = 0.6;

/// The candidate that the author most likely meant by `written`, or nothing. `candidates` are the names
/// that would be legal at the place.
///
/// The same letters in another case win, then an equal last segment behind another prefix, then the
/// nearest by Damerau-Levenshtein on the whole name or, for dotted names, on the last segment.
pub fn suggest<'c>(written: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let (mut wanted, mut other) = (Name::default(), Name::default());
    wanted.set(written);
    let ending = last_length(written);
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        if too_different(ending, last_length(candidate)) || candidate == written {
            continue;
        }
        let least = best.map_or(LEAST, |(high, _)| high);
        other.set(candidate);
        let score = wanted.similarity(&other, least);
        if score >= LEAST && best.is_none_or(|(high, _)| score > high) {
            best = Some((score, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The candidate that is spelled most like `written`, dots and all: for file names.
pub fn suggest_spelling<'c>(written: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        if written.len().abs_diff(candidate.len()) * 4 > written.len().max(candidate.len()) {
            continue;
        }
        let score = distance(written, candidate, best.map_or(0.75, |(high, _)| high));
        if score >= 0.75 && best.is_none_or(|(high, _)| score > high) {
            best = Some((score, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The profile that `written` most likely means: the same in another version, or one that is spelled like it.
#[must_use]
pub fn suggest_profile<'c>(written: &str, candidates: &[&'c str]) -> Option<&'c str> {
    fn unversioned(name: &str) -> &str {
        name.rsplit_once(':').map_or(name, |(name, _)| name)
    }
    let own = unversioned(written);
    let same = candidates.iter().copied().filter(|candidate| unversioned(candidate) == own);
    same.max_by(|one, other| f64::total_cmp(&distance(written, one, 0.0), &distance(written, other, 0.0)))
        .or_else(|| suggest_spelling(written, candidates.iter().copied()))
}

/// The candidate that `written` is certainly a slip of: other case or separators, or hardly another letter.
/// Names that differ in digits are told apart on purpose.
pub fn suggest_typo<'c>(written: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let mut own = Name::default();
    let mut other = Name::default();
    own.set(written);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    candidates.into_iter().find(|candidate| {
        other.set(candidate);
        *candidate != written
            && digits(written) == digits(candidate)
            && (own.text == other.text || distance(&own.text, &other.text, 0.8) >= 0.8)
    })
}

/// The length of the last segment of a name.
fn last_length(name: &str) -> usize {
    name.bytes().rev().take_while(|byte| !matches!(byte, b':' | b'.')).count()
}

/// Whether last segments of these lengths differ so much that no letters need to be looked at.
fn too_different(one: usize, other: usize) -> bool {
    // Separators inside words do not count, so a few more letters are allowed for.
    one.abs_diff(other) > one.max(other) / 2 + 2
}

/// A name, made comparable: small letters, no separators inside words.
#[derive(Default)]
struct Name {
    text: String,
    /// Where the last segment starts.
    last: usize,
    qualified: bool,
}

impl Name {
    /// Makes this the name `name`.
    fn set(&mut self, name: &str) {
        self.text.clear();
        for c in name.chars().filter(|c| !matches!(c, '_' | '-')) {
            if c.is_ascii() {
                self.text.push(c.to_ascii_lowercase());
            } else {
                self.text.extend(c.to_lowercase());
            }
        }
        self.last = self.text.len() - last_length(&self.text);
        self.qualified = self.last > 0;
    }

    fn last(&self) -> &str {
        &self.text[self.last..]
    }

    /// How alike the names are: 1 and less by distance, more for better reasons. Distances that cannot
    /// reach `least` are not computed.
    fn similarity(&self, candidate: &Name, least: f64) -> f64 {
        if self.text == candidate.text {
            return 3.0;
        }
        if self.last() == candidate.last() && self.last().len() > 2 {
            return 2.0 + distance(&self.text, &candidate.text, 0.0) / 2.0;
        }
        if self.qualified && candidate.qualified || candidate.text.contains(':') {
            // Of those that are as near, the one whose other segments are nearer.
            match distance(self.last(), candidate.last(), least) {
                0.0 => 0.0,
                nearness => nearness - 0.01 + distance(&self.text, &candidate.text, 0.0) * 0.009,
            }
        } else {
            distance(&self.text, &candidate.text, least)
        }
    }
}

/// The normalized similarity, or 0 where a look at the letters shows that it is below `least`.
fn distance(one: &str, other: &str, least: f64) -> f64 {
    let longest = one.len().max(other.len());
    let mut counts = [0_i16; 256];
    for byte in one.bytes() {
        counts[usize::from(byte)] += 1;
    }
    for byte in other.bytes() {
        counts[usize::from(byte)] -= 1;
    }
    let (mut more, mut fewer) = (0_u32, 0_u32);
    for count in counts {
        if count > 0 {
            more += u32::from(count.unsigned_abs());
        } else {
            fewer += u32::from(count.unsigned_abs());
        }
    }
    // Each edit mends at most one letter too many and one too few.
    let edits = f64::from(more.max(fewer));
    let possible = 1.0 - edits / f64::from(u32::try_from(longest.max(1)).unwrap_or(u32::MAX));
    if longest > 200 || possible < least {
        return 0.0;
    }
    strsim::normalized_damerau_levenshtein(one, other)
}

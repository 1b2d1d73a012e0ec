//! Suggests names that are similar to a written name.

use semver::{Comparator, Op, Version};

/// The minimum similarity of a suggestion, from 0 to 1: no suggestion is better than a silly one.
const MIN_SIMILARITY: f64 = 0.6;

/// Returns the candidate that the author most likely intended by `written`, or `None` if no candidate is similar.
/// `candidates` are the valid names.
///
/// The same letters in another case win, then an equal last segment after another prefix, then the most similar
/// name by Damerau-Levenshtein on the whole name or, for dotted names, on the last segment.
pub fn suggest<'c>(written: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let (mut name, mut candidate_name) = (Name::default(), Name::default());
    name.set(written);
    let last_length = last_segment_length(written);
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        if too_different(last_length, last_segment_length(candidate)) || candidate == written {
            continue;
        }
        let min = best.map_or(MIN_SIMILARITY, |(score, _)| score);
        candidate_name.set(candidate);
        let score = name.similarity(&candidate_name, min);
        if score >= MIN_SIMILARITY && best.is_none_or(|(best_score, _)| score > best_score) {
            best = Some((score, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns the candidate that is spelled most like `written`, including separators: for file names.
pub fn suggest_spelling<'c>(written: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        if written.len().abs_diff(candidate.len()) * 4 > written.len().max(candidate.len()) {
            continue;
        }
        let score = spelling_similarity(written, candidate, best.map_or(0.75, |(score, _)| score));
        if score >= 0.75 && best.is_none_or(|(best_score, _)| score > best_score) {
            best = Some((score, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns the profile that `written` most likely means: another version of it, or one with a similar name.
#[must_use]
pub fn suggest_profile<'c>(written: &str, candidates: &[&'c str]) -> Option<&'c str> {
    let (name, _) = split_version(written);
    let versions = candidates.iter().copied().filter(|candidate| split_version(candidate).0 == name);
    if let Some(version) = version_of_profile(written) {
        let known = versions.clone().filter_map(|name| Some((version_of_profile(name)?, name)));
        if let Some(nearest) = nearest_version(&version, known) {
            return Some(nearest);
        }
    }
    if split_version(written).1.is_none()
        && let Some(newest) = versions.clone().max_by_key(|name| version_of_profile(name))
    {
        return Some(newest);
    }
    versions
        .max_by(|a, b| {
            f64::total_cmp(&spelling_similarity(written, a, 0.0), &spelling_similarity(written, b, 0.0))
        })
        .or_else(|| suggest_spelling(written, candidates.iter().copied()))
}

/// Returns the version at the end of the name of a profile, if it is a semantic version; missing numbers are 0.
fn version_of_profile(name: &str) -> Option<Version> {
    semantic_version(split_version(name).1?)
}

/// Splits the name of a profile into the name without its version, and the version, which follows the last `:`. If the
/// name is a URL whose last part is a number, that is the version: the colons of a URL, after its scheme and before its
/// port, do not separate one.
#[must_use]
pub fn split_version(profile: &str) -> (&str, Option<&str>) {
    let split = match profile.rsplit_once(':') {
        Some((_, after)) if after.contains('/') => {
            profile.rsplit_once('/').filter(|(_, version)| version.starts_with(|c: char| c.is_ascii_digit()))
        }
        split => split,
    };
    split.map_or((profile, None), |(name, version)| (name, Some(version)))
}

/// Reads a semantic version, in which the last numbers may be missing.
#[must_use]
pub fn semantic_version(text: &str) -> Option<Version> {
    let end = text.find(['-', '+']).unwrap_or(text.len());
    let (numbers, rest) = text.split_at(end);
    let missing = 2_usize.checked_sub(numbers.matches('.').count())?;
    Version::parse(&format!("{numbers}{}{rest}", ".0".repeat(missing))).ok()
}

/// Returns the name of the newest version that is compatible with `version`, or else of the nearest one.
fn nearest_version<'c>(
    version: &Version,
    candidates: impl Iterator<Item = (Version, &'c str)> + Clone,
) -> Option<&'c str> {
    let comparator = Comparator {
        op: Op::Caret,
        major: version.major,
        minor: Some(version.minor),
        patch: Some(version.patch),
        pre: version.pre.clone(),
    };
    let compatible = candidates.clone().filter(|(candidate, _)| comparator.matches(candidate));
    let distance = |(candidate, _): &(Version, &str)| {
        let numbers = |version: &Version| [version.major, version.minor, version.patch];
        let pairs = numbers(candidate).into_iter().zip(numbers(version));
        let differences: Vec<u64> = pairs.map(|(a, b)| a.abs_diff(b)).collect();
        // Of two that are equally near, the newer one.
        (differences, std::cmp::Reverse(candidate.clone()))
    };
    let newest = compatible.max_by(|(a, _), (b, _)| a.cmp(b));
    newest.or_else(|| candidates.min_by_key(distance)).map(|(_, name)| name)
}

/// Returns the candidate that `written` is certainly a typo of: other case or separators, or few different
/// letters. Names that differ in digits are assumed to be different on purpose.
pub fn suggest_typo<'c>(written: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let (mut name, mut candidate_name) = (Name::default(), Name::default());
    name.set(written);
    candidates.into_iter().find(|candidate| {
        candidate_name.set(candidate);
        *candidate != written
            && digits(written).eq(digits(candidate))
            && (name.text == candidate_name.text
                || spelling_similarity(&name.text, &candidate_name.text, 0.8) >= 0.8)
    })
}

fn digits(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(u8::is_ascii_digit)
}

/// Returns the length of the last segment of a name.
fn last_segment_length(name: &str) -> usize {
    name.bytes().rev().take_while(|byte| !matches!(byte, b':' | b'.')).count()
}

/// Returns whether last segments of these lengths cannot be similar, whatever their letters.
fn too_different(length: usize, other_length: usize) -> bool {
    // Separators inside words are ignored later, so a larger difference is allowed here.
    length.abs_diff(other_length) > length.max(other_length) / 2 + 2
}

/// A name in a comparable form: lowercase, without separators inside words.
#[derive(Default)]
struct Name {
    text: String,
    /// The start of the last segment.
    last_start: usize,
    is_qualified: bool,
}

impl Name {
    /// Replaces the name, and keeps the memory.
    fn set(&mut self, name: &str) {
        self.text.clear();
        if name.is_ascii() {
            // Whole words at once: long lists of names are compared with each name that is unknown.
            for word in name.split(['_', '-']) {
                self.text.push_str(word);
            }
            self.text.make_ascii_lowercase();
        } else {
            let letters = name.chars().filter(|c| !matches!(c, '_' | '-'));
            self.text.extend(letters.flat_map(char::to_lowercase));
        }
        self.last_start = self.text.len() - last_segment_length(&self.text);
        self.is_qualified = self.last_start > 0;
    }

    fn last_segment(&self) -> &str {
        &self.text[self.last_start..]
    }

    /// Returns the similarity of the names: at most 1 by spelling, more for better reasons. Similarities that
    /// cannot reach `min` are not computed.
    fn similarity(&self, candidate: &Name, min: f64) -> f64 {
        if self.text == candidate.text {
            return 3.0;
        }
        if self.last_segment() == candidate.last_segment() && self.last_segment().len() > 2 {
            return 2.0 + spelling_similarity(&self.text, &candidate.text, 0.0) / 2.0;
        }
        if self.is_qualified && candidate.is_qualified || candidate.text.contains(':') {
            // If the last segments are equally similar, the other segments decide.
            match spelling_similarity(self.last_segment(), candidate.last_segment(), min) {
                0.0 => 0.0,
                similarity => {
                    similarity - 0.01 + spelling_similarity(&self.text, &candidate.text, 0.0) * 0.009
                }
            }
        } else {
            spelling_similarity(&self.text, &candidate.text, min)
        }
    }
}

/// Returns the normalized similarity of the spelling, or 0 if the lengths or the counts of letters show that it is below
/// `min`.
fn spelling_similarity(a: &str, b: &str, min: f64) -> f64 {
    let longest = a.len().max(b.len());
    // Each edit fixes at most one extra and one missing letter.
    let is_possible = |edits: usize| {
        let share = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        1.0 - share(edits) / share(longest.max(1)) >= min
    };
    if longest > 200 || !is_possible(a.len().abs_diff(b.len())) {
        return 0.0;
    }
    let mut counts = [0_u8; 256];
    for byte in a.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let is_common = |byte: &u8| {
        let count = &mut counts[usize::from(*byte)];
        let is_common = *count > 0;
        *count = count.saturating_sub(1);
        is_common
    };
    if !is_possible(longest - b.bytes().filter(is_common).count()) {
        return 0.0;
    }
    let characters = a.chars().count().max(b.chars().count()).max(1);
    let (a, b) = without_common_ends(a, b);
    let distance = strsim::damerau_levenshtein(a, b);
    let [distance, characters] = [distance, characters].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    1.0 - f64::from(distance) / f64::from(characters)
}

/// Returns two texts without their common start and end, which do not change their distance.
fn without_common_ends<'t>(a: &'t str, b: &'t str) -> (&'t str, &'t str) {
    let same = |(a, b): &(char, char)| a == b;
    let start: usize = a.chars().zip(b.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (a, b) = (&a[start..], &b[start..]);
    let end: usize = a.chars().rev().zip(b.chars().rev()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    (&a[..a.len() - end], &b[..b.len() - end])
}

//! Did-you-mean.

/// The candidate that the author most likely meant by `written`, or nothing: no suggestion beats a
/// silly one. `candidates` are the names that would be legal at the place.
///
/// The same letters in another case win, then an equal last segment behind another prefix, then the
/// nearest by Damerau-Levenshtein on the whole name or, for dotted names, on the last segment.
pub fn suggest<'c>(written: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        if candidate == written {
            continue;
        }
        let score = similarity(written, candidate);
        if score >= 0.6 && best.is_none_or(|(high, _)| score > high) {
            best = Some((score, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn similarity(written: &str, candidate: &str) -> f64 {
    let lower = |text: &str| text.to_lowercase().replace(['_', '-'], "");
    if lower(written) == lower(candidate) {
        return 3.0;
    }
    let last = |text: &str| lower(text.rsplit([':', '.']).next().unwrap_or(text));
    let (written_last, candidate_last) = (last(written), last(candidate));
    if written_last == candidate_last && written_last.len() > 2 {
        return 2.0 + strsim::normalized_damerau_levenshtein(written, candidate) / 2.0;
    }
    let prefixed = written.contains([':', '.']) && candidate.contains([':', '.']);
    if prefixed || candidate.contains(':') {
        strsim::normalized_damerau_levenshtein(&written_last, &candidate_last) - 0.01
    } else {
        strsim::normalized_damerau_levenshtein(&lower(written), &lower(candidate))
    }
}

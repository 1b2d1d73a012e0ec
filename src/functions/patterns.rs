//! Regular expressions, compiled once for all uses of the same pattern.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use regex::{Regex, RegexBuilder};
use rustc_hash::FxHashMap;

use super::Failure;

/// The maximum size of a compiled pattern, in bytes.
const MAX_PATTERN_BYTES: usize = 1 << 20;
/// The maximum number of compiled patterns in the cache.
const MAX_CACHED_PATTERNS: usize = 64;

type Compiled = Result<Regex, Failure>;

/// Returns the compiled pattern, which matches in linear time. The latest patterns are cached for all
/// callers: profiles repeat a few of them often, and compiling one costs as much as checking a hundred
/// values.
pub(crate) fn compiled(pattern: &str) -> Arc<Compiled> {
    static KNOWN: LazyLock<Mutex<FxHashMap<String, Arc<Compiled>>>> = LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known().get(pattern) {
        return Arc::clone(known);
    }
    let compiled = Arc::new(compile(pattern));
    let mut known = known();
    if known.len() >= MAX_CACHED_PATTERNS {
        known.clear();
    }
    known.insert(pattern.to_owned(), Arc::clone(&compiled));
    compiled
}

fn compile(pattern: &str) -> Compiled {
    let is_foreign = ["(?=", "(?!", "(?<=", "(?<!", "(?>"].iter().any(|part| pattern.contains(part))
        || pattern.as_bytes().windows(2).any(|pair| matches!(pair, [b'\\', b'1'..=b'9']));
    let build = |pattern: &str| RegexBuilder::new(pattern).size_limit(MAX_PATTERN_BYTES).build();
    match build(pattern).or_else(|error| build(&plain_brackets(pattern)).map_err(|_| error)) {
        Ok(compiled) => Ok(compiled),
        Err(_) if is_foreign => Err(Failure::ForeignPattern),
        Err(regex::Error::CompiledTooBig(_)) => Err(Failure::Pattern("too large".to_owned())),
        Err(error) => {
            // The last line is the message; the others show the location.
            let text = error.to_string();
            let last = text.lines().last().unwrap_or("").trim_start_matches("error: ").to_owned();
            Err(Failure::Pattern(last))
        }
    }
}

/// Escapes opening brackets inside of a class, which match themselves in most dialects.
fn plain_brackets(pattern: &str) -> String {
    let mut plain = String::with_capacity(pattern.len() + 8);
    let (mut inside, mut first) = (false, false);
    let mut characters = pattern.chars().peekable();
    while let Some(c) = characters.next() {
        let was_first = std::mem::take(&mut first);
        match c {
            '\\' => {
                plain.push(c);
                plain.extend(characters.next());
                continue;
            }
            '[' if !inside => (inside, first) = (true, true),
            '[' if characters.peek() != Some(&':') => plain.push('\\'),
            '^' if was_first => first = true,
            ']' if !was_first => inside = false,
            _ => {}
        }
        plain.push(c);
    }
    plain
}

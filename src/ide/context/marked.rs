//! Parses the text with a mark in place of the word at the cursor.
//!
//! Half a line is rarely valid YAML: `na` below a map is not an entry. So the mark is inserted in several
//! variants, as a scalar and as a key, with or without closing the open brackets and quotes of its line. The
//! first variant that is everyday YAML is used. Only if none is, all of them are parsed in full, and those with
//! the fewest syntax errors are used.

use std::sync::Arc;

use crate::base::FileId;
use crate::host::Limits;
use crate::yaml::{self, NodeId, Tree, YamlNode};

/// A text that does not occur in files.
pub(super) const MARK: &str = "cursor-mark-in-a-half-typed-line";

/// The word at the cursor, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A text with a mark, parsed.
pub(super) struct Marked {
    pub(super) tree: Tree,
    pub(super) marks: Vec<Mark>,
}

/// What the mark can be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// The mark, or the map that has no other key: it may also become a scalar.
    pub(super) node: NodeId,
    /// Whether it is a key because a colon follows it.
    pub(super) as_key: bool,
}

/// A text with a mark.
struct Variant {
    text: Arc<String>,
    /// The byte at which the mark starts.
    start: usize,
    /// Whether a colon follows the mark.
    as_key: bool,
    /// Whether the colon is in the text without the mark.
    is_key: bool,
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '[' | ']' | '{' | '}' | ',' | '"' | '\'')
}

/// Returns the word at a byte of a text, or `None` in a comment or within a character.
pub(super) fn word(text: &str, offset: usize) -> Option<Word> {
    let (before, after) = (text.get(..offset)?, text.get(offset..)?);
    let line = before.rsplit('\n').next().unwrap_or(before);
    if Line::read(line).is_comment {
        return None;
    }
    let start = before
        .rfind(ends_word)
        .map_or(0, |index| index + before[index..].chars().next().map_or(1, char::len_utf8));
    let length = after.find(ends_word).unwrap_or(after.len());
    let tail = after.get(..length).unwrap_or("");
    // A colon ends a key.
    let length = if tail.ends_with(':') { length - 1 } else { length };
    Some(Word { start, end: offset + length })
}

/// Returns the text with a mark in place of the word, parsed: one tree, or several that are equally good. `known` is the
/// tree of an earlier text of the file.
pub(super) fn parse(text: &str, word: Word, file: FileId, known: Option<&Tree>) -> Vec<Marked> {
    let variants = variants(text, word);
    let limits = Limits::default();
    for variant in &variants {
        let again = known.and_then(|known| yaml::parse_again(known, &variant.text, file, &limits));
        let parsed = again.or_else(|| yaml::parse_everyday(&variant.text, file, &limits).ok());
        if let Some((tree, _)) = parsed {
            let marks = marks(&tree, variant);
            return vec![Marked { tree, marks }];
        }
    }
    let mut parsed: Vec<(usize, Marked)> = variants
        .iter()
        .map(|variant| {
            let (tree, errors) = yaml::parse(&variant.text, file, &limits);
            let marks = marks(&tree, variant);
            (errors.len(), Marked { tree, marks })
        })
        .collect();
    parsed.retain(|(_, marked)| !marked.marks.is_empty());
    let min_errors = parsed.iter().map(|(errors, _)| *errors).min();
    parsed.into_iter().filter(|(errors, _)| Some(*errors) == min_errors).map(|(_, marked)| marked).collect()
}

/// Returns the texts with a mark; those that are more likely valid come first.
fn variants(text: &str, word: Word) -> Vec<Variant> {
    let (Some(before), Some(after)) = (text.get(..word.start), text.get(word.end..)) else {
        return Vec::new();
    };
    let (after_word, below) = after.split_at(after.find('\n').unwrap_or(after.len()));
    let line = before.rsplit('\n').next().unwrap_or(before);
    let open = Line::read(&format!("{line}{MARK}{after_word}")).open;
    let closing: String = open.iter().rev().collect();
    let is_key = after_word.trim_start().starts_with(':');
    let variant = |colon: &str, closing: &str| Variant {
        text: Arc::new(format!("{before}{MARK}{colon}{after_word}{closing}{below}")),
        start: word.start,
        as_key: is_key || !colon.is_empty(),
        is_key,
    };
    let mut variants = vec![variant("", "")];
    if !closing.is_empty() {
        // Most brackets are closed on their line.
        variants.insert(0, variant("", &closing));
    }
    if !is_key && after_word.trim().is_empty() {
        let is_first = line.trim_start_matches([' ', '-']).is_empty();
        variants.insert(if is_first { 0 } else { variants.len() }, variant(":", ""));
    }
    variants
}

/// Returns what the mark of a variant can be in its tree.
fn marks(tree: &Tree, variant: &Variant) -> Vec<Mark> {
    let is_mark = |node: &YamlNode<'_>| {
        node.span().range().contains(&variant.start) && node.text().contains(MARK) && node.used_at().is_none()
    };
    let node = tree.nodes().find(is_mark);
    let Some(node) = node else { return Vec::new() };
    let mark = Mark { node: node.id(), as_key: variant.as_key };
    if !variant.as_key || variant.is_key {
        return vec![mark];
    }
    // Without the colon, the whole map would be the word.
    let alone = tree.nodes().find(|map| {
        let mut entries = map.entries().map(|(key, value)| (key.id(), value.is_null()));
        entries.next() == Some((mark.node, true)) && entries.next().is_none()
    });
    alone.map(|map| Mark { node: map.id(), as_key: false }).into_iter().chain([mark]).collect()
}

/// The open brackets and quotes at the end of a line.
#[derive(Default)]
struct Line {
    /// The closing characters of open brackets and quotes, innermost last.
    open: Vec<char>,
    /// Whether it ends in a comment.
    is_comment: bool,
}

impl Line {
    fn read(line: &str) -> Self {
        let mut state = Self::default();
        let (mut quote, mut previous) = (None, ' ');
        for c in line.chars() {
            let starts = previous.is_whitespace() || matches!(previous, '[' | '{' | ',');
            match (quote, c) {
                (Some(open), _) if c == open => quote = None,
                (None, '"' | '\'') if starts => quote = Some(c),
                (None, '#') if previous.is_whitespace() => {
                    state.is_comment = true;
                    break;
                }
                (None, '[') if starts => state.open.push(']'),
                (None, '{') if starts => state.open.push('}'),
                (None, ']' | '}') => {
                    state.open.pop();
                }
                _ => {}
            }
            previous = c;
        }
        state.open.extend(quote);
        state
    }
}

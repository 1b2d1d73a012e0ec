//! Parses the text with a mark in place of the word at the cursor.
//!
//! Half a line is rarely valid YAML: `na` below a map is not an entry. So the mark is inserted in several
//! variants, as a scalar and as a key, with or without closing the open brackets and quotes of its line. The
//! variants with the fewest syntax errors are used.

use std::sync::Arc;

use crate::base::FileId;
use crate::host::Limits;
use crate::yaml::{self, NodeId, Tree};

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
    pub(super) mark: NodeId,
    /// Whether the mark is a key.
    pub(super) as_key: bool,
    errors: usize,
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

/// Returns the trees of the text with a mark in place of the word, only those with the fewest errors.
pub(super) fn parse(text: &str, word: Word, file: FileId) -> Vec<Marked> {
    let (Some(before), Some(after)) = (text.get(..word.start), text.get(word.end..)) else {
        return Vec::new();
    };
    let (after_word, below) = after.split_at(after.find('\n').unwrap_or(after.len()));
    let start = before.rfind('\n').map_or(0, |index| index + 1);
    let open = Line::read(&format!("{}{MARK}{after_word}", before.get(start..).unwrap_or(""))).open;
    let is_key = after_word.trim_start().starts_with(':');
    let mut variants = vec![(String::new(), false)];
    if !is_key && after_word.trim().is_empty() {
        variants.push((":".to_owned(), true));
    }
    if !open.is_empty() {
        let closed: String = open.iter().rev().collect();
        variants.push((closed, false));
    }
    let mut trees = Vec::new();
    for (closing, as_key) in variants {
        let (colon, closing) = if as_key { (":", "") } else { ("", closing.as_str()) };
        let marked = Arc::new(format!("{before}{MARK}{colon}{after_word}{closing}{below}"));
        let (tree, errors) = yaml::parse(&marked, file, &Limits::default());
        let mark = tree
            .nodes()
            .find(|node| node.text().contains(MARK) && node.used_at().is_none())
            .map(yaml::YamlNode::id);
        trees.extend(mark.map(|mark| Marked { tree, mark, as_key: as_key || is_key, errors: errors.len() }));
    }
    trees.sort_by_key(|marked| marked.errors);
    let min_errors = trees.first().map_or(0, |marked| marked.errors);
    trees.retain(|marked| marked.errors == min_errors);
    trees
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

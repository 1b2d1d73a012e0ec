//! Removes nodes from a text and keeps the rest unchanged, to the character.
//!
//! Input: a tree as it was read, and one that was made from it by omitting nodes and replacing scalars.
//! Output: the text of the first one without the omitted nodes, or `None` if there are other changes, or if
//! an omitted node shares more than lines and commas with the rest: then [`print`](fn@super::print) must
//! print the whole text. Comments above an entry and after it are removed with it. Recurses as deep as the
//! tree, whose depth is bounded.

use super::builder::number;
use super::print::{plain, quoted};
use super::tree::{Data, LOWERED, Style, Tree, YamlNode};

/// Returns the text of `whole` without the nodes that are not in `left`.
#[must_use]
pub fn cut(whole: &Tree, left: &Tree) -> Option<String> {
    // Aliases elsewhere may need an anchor that is removed.
    if whole.damaged || whole.rewritten || !whole.anchored.is_empty() || !whole.copies.is_empty() {
        return None;
    }
    // Blank lines below belong to the text.
    let keeps_blank_lines = |data: &Data| {
        matches!(data.style, Style::Literal | Style::Folded)
            && whole.text[data.start as usize..].lines().next().is_some_and(|header| header.contains('+'))
    };
    if whole.nodes.iter().any(keeps_blank_lines) {
        return None;
    }
    let lowered = (0..).zip(&left.nodes).filter(|(_, data)| data.flags & LOWERED != 0);
    let mut cutter = Cutter {
        text: whole.source(),
        whole,
        lowered: lowered.map(|(at, _)| at).collect(),
        edits: Vec::new(),
    };
    cutter.node(whole.root()?, left.root()?, None)?;
    cutter.apply()
}

/// An entry of a map, or an item of a list.
#[derive(Clone, Copy)]
struct Child<'t> {
    key: Option<YamlNode<'t>>,
    value: YamlNode<'t>,
}

impl Child<'_> {
    fn start(self) -> usize {
        let front = self.key.unwrap_or(self.value);
        let tag = front.tag().map_or(u32::MAX, |tag| tag.start);
        front.data().start.min(tag) as usize
    }

    fn end(self) -> usize {
        let end = self.value.data().end;
        self.key.map_or(end, |key| end.max(key.data().end)) as usize
    }
}

fn children(node: YamlNode<'_>) -> impl Iterator<Item = Child<'_>> {
    let entries = node.all_entries().map(|(key, value)| Child { key: Some(key), value });
    entries.chain(node.items().map(|value| Child { key: None, value }))
}

/// A child of the tree that was read, and the remaining child if it is not removed.
type Pair<'w, 'l> = (Child<'w>, Option<Child<'l>>);

struct Cutter<'w> {
    text: &'w str,
    whole: &'w Tree,
    /// The nodes of the remaining tree that are replaced.
    lowered: Vec<usize>,
    /// The replacements, in order.
    edits: Vec<(usize, usize, String)>,
}

impl<'w> Cutter<'w> {
    /// Removes what is not in `left` from `node`, the value of the key that ends at `key_end`, if it has a
    /// key.
    fn node(&mut self, node: YamlNode<'w>, left: YamlNode<'_>, key_end: Option<usize>) -> Option<()> {
        let (first, next) = (left.id().index(), left.next());
        let at = self.lowered.partition_point(|&at| at < first);
        let is_lowered = self.lowered.get(at).is_some_and(|&at| at < next);
        if !is_lowered && next - first == node.next() - node.id().index() {
            return Some(());
        }
        if !node.data().is_container() {
            let text = match node.style() {
                Style::Plain | Style::SingleQuoted => plain(left.text()),
                Style::DoubleQuoted => quoted(left.text()),
                _ => return None,
            };
            self.edits.push((node.data().start as usize, node.data().end as usize, text));
            return Some(());
        }
        let mut kept = children(left).peekable();
        let pairs: Vec<Pair<'w, '_>> = children(node)
            .map(|child| (child, kept.next_if(|other| other.start() == child.start())))
            .collect();
        if kept.next().is_some() || left.is_lowered() || left.style() != node.style() {
            return None;
        }
        if node.style() == Style::Flow {
            self.between_brackets(node, &pairs)
        } else {
            self.lines(&pairs, key_end)
        }
    }

    fn child(&mut self, (child, left): Pair<'w, '_>) -> Option<()> {
        let left = left?;
        if let (Some(key), Some(left)) = (child.key, left.key) {
            self.node(key, left, None)?;
        }
        self.node(child.value, left.value, child.key.map(|key| key.data().end as usize))
    }

    fn between_brackets(&mut self, node: YamlNode<'w>, pairs: &[Pair<'w, '_>]) -> Option<()> {
        let span = node.data();
        if pairs.iter().all(|(_, left)| left.is_none()) {
            self.bracket(span.start as usize)?;
            self.edits.push((span.start as usize + 1, span.end as usize - 1, String::new()));
            return Some(());
        }
        let mut at = 0;
        while at < pairs.len() {
            if pairs[at].1.is_some() {
                self.child(pairs[at])?;
                at += 1;
                continue;
            }
            let first = at;
            at += pairs[at..].iter().take_while(|(_, left)| left.is_none()).count();
            let (start, end, own) = match pairs.get(at) {
                // Up to the next entry, or for the last one from the comma before it.
                Some((next, _)) => {
                    let last = pairs[at - 1].0.end();
                    (pairs[first].0.start(), next.start(), self.line_end(last)..next.start())
                }
                None => {
                    let before = pairs[first.checked_sub(1)?].0.end();
                    (before, pairs[at - 1].0.end(), before..pairs[first].0.start())
                }
            };
            // Comments in between belong to the remaining entries.
            if self.has_comment(own) {
                return None;
            }
            self.edits.push((start, end, String::new()));
        }
        Some(())
    }

    fn bracket(&self, at: usize) -> Option<()> {
        matches!(self.text.as_bytes().get(at), Some(b'[' | b'{')).then_some(())
    }

    fn lines(&mut self, pairs: &[Pair<'w, '_>], key_end: Option<usize>) -> Option<()> {
        let Some((first, _)) = pairs.first() else { return Some(()) };
        let follows_dash = first.key.is_some() && !is_blank(self.before(first.start()));
        let gone = pairs.iter().take_while(|(_, left)| left.is_none()).count();
        if gone == pairs.len() {
            // The collection becomes empty, but stays.
            let end = key_end.filter(|_| !follows_dash)?;
            let colon = end
                + self
                    .text
                    .get(end..)?
                    .find(|c: char| c != ' ')
                    .filter(|at| self.text[end + at..].starts_with(':'))?
                + 1;
            let empty = if first.key.is_some() { " {}" } else { " []" };
            self.edits.push((colon, colon, empty.to_owned()));
        }
        let mut at = 0;
        if follows_dash && gone > 0 {
            // The next entry moves after the dash.
            let next = pairs.get(gone)?.0.start();
            let last = pairs[gone - 1].0.end();
            if self.has_comment(self.line_end(last)..next) {
                return None;
            }
            self.edits.push((first.start(), next, String::new()));
            at = gone;
        }
        for at in at..pairs.len() {
            let (child, left) = pairs[at];
            if left.is_some() {
                self.child(pairs[at])?;
                continue;
            }
            let before = self.before(child.start());
            let column = before.len() - before.trim_start_matches(' ').len();
            if before[column..].trim_end() != if child.key.is_some() { "" } else { "-" } {
                return None;
            }
            let line = child.start() - before.len();
            let from = match at.checked_sub(1) {
                Some(before) => self.next_line(pairs[before].0.end()),
                None => key_end.map_or(0, |end| self.next_line(end)),
            };
            let start = self.own_lines(from.min(line), line, column, at == 0);
            self.edits.push((start, self.next_line(child.end()), String::new()));
        }
        Some(())
    }

    /// Returns the start of the lines above an entry that belong to it. Comments that are indented deeper
    /// belong to the entry above, and above the first entry, those before a blank line belong to all entries.
    fn own_lines(&self, from: usize, line: usize, column: usize, is_first: bool) -> usize {
        let mut start = from;
        let mut at = from;
        let mut commented = false;
        for text in self.text[from..line].split_inclusive('\n') {
            let indent = text.len() - text.trim_start_matches(' ').len();
            let is_comment = text[indent..].starts_with('#');
            if is_comment && indent > column {
                start = at + text.len();
            } else if !is_comment && !text.trim().is_empty() {
                // The start of the document.
                start = at + text.len();
            } else if is_first && commented && !is_comment {
                start = at + text.len();
            }
            commented |= is_comment;
            at += text.len();
        }
        start
    }

    /// The text before `at` in its line.
    fn before(&self, at: usize) -> &'w str {
        let start = memchr::memrchr(b'\n', &self.text.as_bytes()[..at]).map_or(0, |index| index + 1);
        &self.text[start..at]
    }

    /// The end of the line of an entry that ends at `at`.
    fn line_end(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        if at > 0 && bytes[at - 1] == b'\n' {
            return at;
        }
        memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |index| at + index)
    }

    /// The start of the line below an entry that ends at `at`.
    fn next_line(&self, at: usize) -> usize {
        let end = self.line_end(at);
        if self.text[at..].starts_with('\n') || end > at { (end + 1).min(self.text.len()) } else { end }
    }

    fn has_comment(&self, range: std::ops::Range<usize>) -> bool {
        let at = self.whole.comments.partition_point(|&(start, _)| (start as usize) < range.start);
        self.whole.comments.get(at).is_some_and(|&(start, _)| start < number(range.end))
    }

    fn apply(self) -> Option<String> {
        let mut out = String::with_capacity(self.text.len());
        let mut at = 0;
        for (start, end, new) in self.edits {
            if start < at || end < start {
                return None;
            }
            out.push_str(self.text.get(at..start)?);
            out.push_str(&new);
            at = end;
        }
        out.push_str(self.text.get(at..)?);
        Some(out)
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte == b' ')
}

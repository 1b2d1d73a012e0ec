//! Removes nodes from a text and keeps the rest unchanged, to the character.
//!
//! Input: a tree as it was read, and one that was made from it by omitting nodes and replacing scalars.
//! Output: the text of the first one without the omitted nodes, or `None` if there are other changes, or if
//! an omitted node shares more than lines and commas with the rest: then [`print`](fn@super::print) must
//! print the whole text. Comments above an entry and after it are removed with it. Recurses as deep as the
//! tree, whose depth is bounded.

use super::builder::number;
use super::nodes::Data;
use super::print::{plain, quoted};
use super::tree::{LOWERED, Style, Tree, YamlNode};

/// Returns the text of `whole` without the nodes that are not in `remaining`.
#[must_use]
pub fn cut(whole: &Tree, remaining: &Tree) -> Option<String> {
    // Aliases elsewhere may need an anchor that is removed.
    if whole.damaged || whole.rewritten || !whole.anchored.is_empty() || !whole.copies.is_empty() {
        return None;
    }
    // Blank lines below belong to the text.
    let keeps_blank_lines = |data: &Data| {
        matches!(data.style(), Style::Literal | Style::Folded)
            && whole.text[data.start as usize..].lines().next().is_some_and(|header| header.contains('+'))
    };
    if whole.nodes.iter().any(keeps_blank_lines) {
        return None;
    }
    let lowered = (0..).zip(&remaining.nodes).filter(|(_, data)| data.flags & LOWERED != 0);
    let mut cutter = Cutter {
        text: whole.source(),
        whole,
        lowered: lowered.map(|(index, _)| index).collect(),
        edits: Vec::new(),
    };
    cutter.node(whole.root()?, remaining.root()?, None)?;
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
        let end = self.value.span().end;
        self.key.map_or(end, |key| end.max(key.span().end)) as usize
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
    /// Removes what is not in `remaining` from `node`, the value of the key that ends at `key_end`, if it has a
    /// key.
    fn node(&mut self, node: YamlNode<'w>, remaining: YamlNode<'_>, key_end: Option<usize>) -> Option<()> {
        let (first, next) = (remaining.id().index(), remaining.next());
        let first_lowered = self.lowered.partition_point(|&index| index < first);
        let is_lowered = self.lowered.get(first_lowered).is_some_and(|&index| index < next);
        if !is_lowered && next - first == node.next() - node.id().index() {
            return Some(());
        }
        if !node.data().is_container() {
            let text = match node.style() {
                Style::Plain | Style::SingleQuoted => plain(remaining.text()),
                Style::DoubleQuoted => quoted(remaining.text()),
                _ => return None,
            };
            self.edits.push((node.data().start as usize, node.span().end as usize, text));
            return Some(());
        }
        let mut kept = children(remaining).peekable();
        let pairs: Vec<Pair<'w, '_>> = children(node)
            .map(|child| (child, kept.next_if(|candidate| candidate.start() == child.start())))
            .collect();
        if kept.next().is_some() || remaining.is_lowered() || remaining.style() != node.style() {
            return None;
        }
        if node.style() == Style::Flow {
            self.between_brackets(node, &pairs)
        } else {
            self.lines(&pairs, key_end)
        }
    }

    fn child(&mut self, (child, remaining): Pair<'w, '_>) -> Option<()> {
        let remaining = remaining?;
        if let (Some(key), Some(remaining)) = (child.key, remaining.key) {
            self.node(key, remaining, None)?;
        }
        self.node(child.value, remaining.value, child.key.map(|key| key.span().end as usize))
    }

    fn between_brackets(&mut self, node: YamlNode<'w>, pairs: &[Pair<'w, '_>]) -> Option<()> {
        let span = node.span();
        if pairs.iter().all(|(_, remaining)| remaining.is_none()) {
            self.bracket(span.start as usize)?;
            self.edits.push((span.start as usize + 1, span.end as usize - 1, String::new()));
            return Some(());
        }
        let mut index = 0;
        while index < pairs.len() {
            if pairs[index].1.is_some() {
                self.child(pairs[index])?;
                index += 1;
                continue;
            }
            let first = index;
            index += pairs[index..].iter().take_while(|(_, remaining)| remaining.is_none()).count();
            let (start, end, gap) = match pairs.get(index) {
                // Up to the next entry, or for the last one from the comma before it.
                Some((next, _)) => {
                    let last = pairs[index - 1].0.end();
                    (pairs[first].0.start(), next.start(), self.line_end(last)..next.start())
                }
                None => {
                    let previous_end = pairs[first.checked_sub(1)?].0.end();
                    (previous_end, pairs[index - 1].0.end(), previous_end..pairs[first].0.start())
                }
            };
            // Comments in between belong to the remaining entries.
            if self.has_comment(gap) {
                return None;
            }
            self.edits.push((start, end, String::new()));
        }
        Some(())
    }

    fn bracket(&self, offset: usize) -> Option<()> {
        matches!(self.text.as_bytes().get(offset), Some(b'[' | b'{')).then_some(())
    }

    fn lines(&mut self, pairs: &[Pair<'w, '_>], key_end: Option<usize>) -> Option<()> {
        let Some((first, _)) = pairs.first() else { return Some(()) };
        let follows_dash = first.key.is_some() && !is_blank(self.text_before(first.start()));
        let removed_count = pairs.iter().take_while(|(_, remaining)| remaining.is_none()).count();
        if removed_count == pairs.len() {
            // The collection becomes empty, but stays.
            let end = key_end.filter(|_| !follows_dash)?;
            let colon = end
                + self
                    .text
                    .get(end..)?
                    .find(|c: char| c != ' ')
                    .filter(|offset| self.text[end + offset..].starts_with(':'))?
                + 1;
            let empty = if first.key.is_some() { " {}" } else { " []" };
            self.edits.push((colon, colon, empty.to_owned()));
        }
        let mut index = 0;
        if follows_dash && removed_count > 0 {
            // The next entry moves after the dash.
            let next = pairs.get(removed_count)?.0.start();
            let last = pairs[removed_count - 1].0.end();
            if self.has_comment(self.line_end(last)..next) {
                return None;
            }
            self.edits.push((first.start(), next, String::new()));
            index = removed_count;
        }
        for index in index..pairs.len() {
            let (child, remaining) = pairs[index];
            if remaining.is_some() {
                self.child(pairs[index])?;
                continue;
            }
            let before = self.text_before(child.start());
            let column = before.len() - before.trim_start_matches(' ').len();
            if before[column..].trim_end() != if child.key.is_some() { "" } else { "-" } {
                return None;
            }
            let line = child.start() - before.len();
            let from = match index.checked_sub(1) {
                Some(previous) => self.next_line(pairs[previous].0.end()),
                None => key_end.map_or(0, |end| self.next_line(end)),
            };
            let start = self.own_lines(from.min(line), line, column, index == 0);
            self.edits.push((start, self.next_line(child.end()), String::new()));
        }
        Some(())
    }

    /// Returns the start of the lines above an entry that belong to it. Comments that are indented deeper
    /// belong to the entry above, and above the first entry, those before a blank line belong to all entries.
    fn own_lines(&self, from: usize, line: usize, column: usize, is_first: bool) -> usize {
        let mut start = from;
        let mut line_start = from;
        let mut commented = false;
        for text in self.text[from..line].split_inclusive('\n') {
            let indent = text.len() - text.trim_start_matches(' ').len();
            let is_comment = text[indent..].starts_with('#');
            if is_comment && indent > column {
                start = line_start + text.len();
            } else if !is_comment && !text.trim().is_empty() {
                // The start of the document.
                start = line_start + text.len();
            } else if is_first && commented && !is_comment {
                start = line_start + text.len();
            }
            commented |= is_comment;
            line_start += text.len();
        }
        start
    }

    /// The text before `offset` in its line.
    fn text_before(&self, offset: usize) -> &'w str {
        let start = memchr::memrchr(b'\n', &self.text.as_bytes()[..offset]).map_or(0, |index| index + 1);
        &self.text[start..offset]
    }

    /// The end of the line of an entry that ends at `offset`.
    fn line_end(&self, offset: usize) -> usize {
        let bytes = self.text.as_bytes();
        if offset > 0 && bytes[offset - 1] == b'\n' {
            return offset;
        }
        memchr::memchr(b'\n', &bytes[offset..]).map_or(bytes.len(), |index| offset + index)
    }

    /// The start of the line below an entry that ends at `offset`.
    fn next_line(&self, offset: usize) -> usize {
        let end = self.line_end(offset);
        if self.text[offset..].starts_with('\n') || end > offset {
            (end + 1).min(self.text.len())
        } else {
            end
        }
    }

    fn has_comment(&self, range: std::ops::Range<usize>) -> bool {
        let index = self.whole.comments.partition_point(|&(start, _)| (start as usize) < range.start);
        self.whole.comments.get(index).is_some_and(|&(start, _)| start < number(range.end))
    }

    fn apply(self) -> Option<String> {
        let mut out = String::with_capacity(self.text.len());
        let mut position = 0;
        for (start, end, new) in self.edits {
            if start < position || end < start {
                return None;
            }
            out.push_str(self.text.get(position..start)?);
            out.push_str(&new);
            position = end;
        }
        out.push_str(self.text.get(position..)?);
        Some(out)
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte == b' ')
}

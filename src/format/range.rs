//! Formats some lines of a text: the whole entries that they are part of.
//!
//! Input: the trees of a text and of the formatted text, and a range of lines. Output: the text with the
//! formatted lines of the entries in the range, at the indentation of the text. An entry has the comments
//! before it; the last entry of a list or map has those after it as well.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::yaml::{NodeId, Style, Tree, YamlNode};

/// A range of lines of a text, with both ends, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRange {
    /// The first line.
    pub first: usize,
    /// The last line.
    pub last: usize,
}

/// The maximum number of texts that are tried before all lines are formatted.
const MAX_TRIES: usize = 3;

/// Replaces the lines of the entries in `range` with formatted lines: of the fewest entries for which `accept`
/// returns a result for the text. Returns this result, or `None` if all lines should be formatted.
pub(super) fn replace<T>(
    original: &Tree,
    formatted: &Tree,
    range: LineRange,
    accept: impl Fn(String) -> Option<T>,
) -> Option<T> {
    let (texts, formatted_texts) = (Lines::new(original), Lines::new(formatted));
    let mut replacements = Vec::new();
    let (root, formatted_root) = original.root().zip(formatted.root())?;
    let mut level = Some(Level {
        block: root,
        lines: (0, texts.count()),
        formatted: formatted_root,
        formatted_lines: (0, formatted_texts.count()),
        is_root: true,
    });
    while let Some(current) = level {
        let Some(parts) = current.parts(&texts, &formatted_texts) else { break };
        let touched: Vec<&Part<'_>> = parts.iter().filter(|part| part.touches(range)).collect();
        replacements.push(current.replacement(&touched, &texts, &formatted_texts));
        level = match touched.as_slice() {
            [part] => part.inner(range, &texts, &formatted_texts),
            _ => None,
        };
    }
    let texts_to_try = replacements.iter().rev().take(MAX_TRIES);
    texts_to_try.filter_map(|replacement| replacement.apply(&texts, &formatted_texts)).find_map(accept)
}

/// Lines to replace with formatted lines.
struct Replacement {
    /// The lines to replace.
    lines: (usize, usize),
    /// The formatted lines, in order.
    formatted: Vec<(usize, usize)>,
    /// The indentation of the entries in the text.
    column: usize,
    /// The indentation of the entries in the formatted text.
    formatted_column: usize,
}

impl Replacement {
    /// Returns the text after the replacement, or `None` if a formatted line is less indented than its entry.
    fn apply(&self, texts: &Lines<'_>, formatted: &Lines<'_>) -> Option<String> {
        let mut out = String::with_capacity(texts.text.len());
        out.push_str(texts.slice((0, self.lines.0)));
        for line in self.formatted.iter().flat_map(|(start, end)| *start..*end) {
            let line = formatted.slice((line, line + 1));
            if line.trim().is_empty() || self.column == self.formatted_column {
                out.push_str(line);
            } else if let Some(missing) = self.column.checked_sub(self.formatted_column) {
                out.extend(std::iter::repeat_n(' ', missing));
                out.push_str(line);
            } else {
                let surplus = self.formatted_column - self.column;
                let is_indented = line.len() - line.trim_start_matches(' ').len() >= surplus;
                out.push_str(is_indented.then(|| line.get(surplus..)).flatten()?);
            }
        }
        out.push_str(texts.slice((self.lines.1, texts.count())));
        Some(out)
    }
}

/// The lines of a text.
struct Lines<'t> {
    text: &'t str,
    /// The offset of each line.
    starts: Vec<usize>,
    /// The line after the last one of each block that was asked for, and of the last block in it.
    ends: RefCell<FxHashMap<NodeId, usize>>,
}

impl<'t> Lines<'t> {
    fn new(tree: &'t Tree) -> Self {
        let text: &str = tree.source();
        let ends = text.match_indices('\n').map(|(index, _)| index + 1).filter(|end| *end < text.len());
        Self { text, starts: std::iter::once(0).chain(ends).collect(), ends: RefCell::default() }
    }

    fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the index of the line that contains `offset`.
    fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// Returns the text from line `first` to before line `end`.
    fn slice(&self, (first, end): (usize, usize)) -> &'t str {
        let offset = |line: usize| self.starts.get(line).copied().unwrap_or(self.text.len());
        self.text.get(offset(first)..offset(end)).unwrap_or("")
    }

    /// Returns the number of spaces that line `line` starts with.
    fn indent(&self, line: usize) -> usize {
        let text = self.slice((line, line + 1)).trim_start_matches('\u{feff}');
        text.len() - text.trim_start_matches(' ').len()
    }

    /// Returns the line after the last one of `node`; of a value that an alias brings, that of the alias.
    fn end(&self, node: YamlNode<'_>) -> usize {
        let (mut last, mut blocks) = (node, Vec::new());
        while is_block(last) {
            if let Some(end) = self.ends.borrow().get(&last.id()) {
                return *end;
            }
            blocks.push(last.id());
            let Some((key, value)) = children(last).last() else { break };
            last = if is_empty(value) { key } else { value };
        }
        let end = last.used_at().unwrap_or_else(|| last.span()).end as usize;
        let written = self.text.get(..end).unwrap_or(self.text).trim_end().len();
        let line = self.at(written.saturating_sub(1)) + 1;
        self.ends.borrow_mut().extend(blocks.into_iter().map(|block| (block, line)));
        line
    }
}

/// Whether a value has no text.
fn is_empty(value: YamlNode<'_>) -> bool {
    value.used_at().is_none() && value.written().is_empty() && !is_block(value)
}

fn is_block(node: YamlNode<'_>) -> bool {
    node.used_at().is_none() && node.style() == Style::Block && (node.is_mapping() || node.is_sequence())
}

/// Returns the entries of a block, as written; an item is its own key.
fn children(block: YamlNode<'_>) -> impl Iterator<Item = (YamlNode<'_>, YamlNode<'_>)> {
    let is_written = |(key, value): &(YamlNode<'_>, YamlNode<'_>)| {
        key.used_at().is_none() || key.used_at() != value.used_at()
    };
    block.all_entries().filter(is_written).chain(block.items().map(|item| (item, item)))
}

/// A block of the text, with its place in the formatted text.
struct Level<'t> {
    block: YamlNode<'t>,
    lines: (usize, usize),
    formatted: YamlNode<'t>,
    formatted_lines: (usize, usize),
    is_root: bool,
}

/// An entry of a block, with its place in the formatted text.
struct Part<'t> {
    key: YamlNode<'t>,
    value: YamlNode<'t>,
    lines: (usize, usize),
    formatted_key: YamlNode<'t>,
    formatted_value: YamlNode<'t>,
    formatted_lines: (usize, usize),
}

type Region<'t> = (YamlNode<'t>, YamlNode<'t>, (usize, usize));

/// Divides the lines of a block among its entries.
fn regions<'t>(
    block: YamlNode<'t>,
    (first, end): (usize, usize),
    is_root: bool,
    texts: &Lines<'_>,
) -> Option<Vec<Region<'t>>> {
    if !is_block(block) {
        return None;
    }
    let children: Vec<_> = children(block).collect();
    let last = children.len().checked_sub(1)?;
    let column = texts.indent(texts.at(block.span().start as usize));
    let mut start = first;
    let mut regions = Vec::with_capacity(children.len());
    for (index, (key, value)) in children.into_iter().enumerate() {
        let mut region_end = texts.end(if is_empty(value) { key } else { value }).max(start);
        if index == last {
            region_end = if is_root { end } else { end_of_comments(region_end, end, column, texts) };
        }
        regions.push((key, value, (start, region_end)));
        start = region_end;
    }
    Some(regions)
}

/// Returns the line after the comments that follow `line` and are not less indented than `column`.
fn end_of_comments(line: usize, end: usize, column: usize, texts: &Lines<'_>) -> usize {
    let mut last = line;
    for next in line..end {
        let text = texts.slice((next, next + 1)).trim();
        if text.starts_with('#') && texts.indent(next) >= column {
            last = next + 1;
        } else if !text.is_empty() {
            break;
        }
    }
    last
}

impl<'t> Level<'t> {
    /// Returns the entries of the block with their places, or `None` if they do not correspond.
    fn parts(&self, texts: &Lines<'_>, formatted_texts: &Lines<'_>) -> Option<Vec<Part<'t>>> {
        let regions_of_text = regions(self.block, self.lines, self.is_root, texts)?;
        let mut regions_of_formatted =
            regions(self.formatted, self.formatted_lines, self.is_root, formatted_texts)?;
        if regions_of_text.len() != regions_of_formatted.len() {
            return None;
        }
        if self.block.is_mapping() {
            // The keynames may be in another order.
            let order: FxHashMap<&str, usize> =
                regions_of_text.iter().enumerate().map(|(index, (key, ..))| (key.text(), index)).collect();
            regions_of_formatted.sort_by_key(|(key, ..)| order.get(key.text()).copied());
        }
        let pairs = regions_of_text.into_iter().zip(regions_of_formatted);
        let parts = pairs.map(|((key, value, lines), (formatted_key, formatted_value, formatted_lines))| {
            Part { key, value, lines, formatted_key, formatted_value, formatted_lines }
        });
        Some(parts.collect())
    }

    /// Returns the replacement of the entries `touched`, which follow each other.
    fn replacement(&self, touched: &[&Part<'_>], texts: &Lines<'_>, formatted: &Lines<'_>) -> Replacement {
        let lines = match (touched.first(), touched.last()) {
            (Some(first), Some(last)) => (first.lines.0, last.lines.1),
            _ => (0, 0),
        };
        let mut regions: Vec<(usize, usize)> = touched.iter().map(|part| part.formatted_lines).collect();
        regions.sort_unstable();
        Replacement {
            lines,
            formatted: regions,
            column: texts.indent(texts.at(self.block.span().start as usize)),
            formatted_column: formatted.indent(formatted.at(self.formatted.span().start as usize)),
        }
    }
}

impl<'t> Part<'t> {
    /// Whether a line of the entry is in `range`, which counts from 1.
    fn touches(&self, range: LineRange) -> bool {
        self.lines.0 < range.last && range.first <= self.lines.1
    }

    /// Returns the block of the entry if the range is below its key, and the block has its own lines.
    fn inner(&self, range: LineRange, texts: &Lines<'_>, formatted_texts: &Lines<'_>) -> Option<Level<'t>> {
        if self.key.id() == self.value.id() || !is_block(self.value) || !is_block(self.formatted_value) {
            return None;
        }
        let first = |key: YamlNode<'_>, value: YamlNode<'_>, texts: &Lines<'_>| {
            let line = texts.at(key.span().end as usize) + 1;
            (texts.at(value.span().start as usize) >= line).then_some(line)
        };
        let line = first(self.key, self.value, texts)?;
        let formatted_line = first(self.formatted_key, self.formatted_value, formatted_texts)?;
        (range.first > line).then_some(Level {
            block: self.value,
            lines: (line, self.lines.1),
            formatted: self.formatted_value,
            formatted_lines: (formatted_line, self.formatted_lines.1),
            is_root: false,
        })
    }
}

//! Continues after a syntax error at the next line that fits an open map or list.
//!
//! The text in between is lost: its entry is marked as broken, or the map or list if it could be any entry.
//! The rest is read segment by segment: the entries of the innermost collection that continues, then those of
//! the enclosing one.

use crate::base::Span;
use crate::diagnostics::rules;

use super::builder::{Builder, number};
use super::events::Reading;
use super::keys;
use super::problems;
use super::tree::{BROKEN, Kind, NodeId, Style, Tree};

/// After this number of syntax errors, only the root is continued.
const MAX_NESTED_ERRORS: usize = 100;

/// A part of the text that is read at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// The byte where it starts.
    pub(super) from: u32,
    /// The byte where it ends.
    pub(super) to: u32,
}

/// A line that is not empty.
#[derive(Clone, Copy)]
struct Line<'t> {
    /// The byte where it starts.
    start: usize,
    /// The number of spaces before its text.
    indent: usize,
    text: &'t [u8],
}

/// Prepares the tree for continuing after an error at byte `position` of `segment`, the last of `errors`. Returns
/// the next segment, or `None` if there is nothing left to read.
pub(super) fn resume(
    reading: &mut Reading<'_>,
    segment: Segment,
    position: u32,
    errors: usize,
) -> Option<Segment> {
    if reading.stopped {
        return None;
    }
    let builder = &mut reading.builder;
    builder.tree.damaged = true;
    if builder.open.is_empty() {
        if !builder.tree.nodes.is_empty() {
            return None;
        }
        let root = builder.begin(Kind::Mapping, Style::Block, segment.from);
        builder.tree.nodes[root].flags |= BROKEN;
    }
    spoil_last(reading.text, builder, position);
    break_closed(reading.text, builder, position);
    break_continued(reading.text, builder, position);
    let most = if errors > MAX_NESTED_ERRORS { 1 } else { usize::MAX };
    let columns = columns(reading.text, builder, most);
    let first = first_line(reading.text, builder, segment.from);
    let mut least_indent = usize::MAX;
    let mut resumed = None;
    for line in lines(reading.text, first) {
        if is_end(line) {
            break;
        }
        // A line that fits nothing ends all collections that are indented deeper.
        let depth = columns.iter().rposition(|&column| column.1 <= least_indent && fits(line, column));
        if let Some(depth) = depth.filter(|_| line.start > segment.from as usize) {
            resumed = Some((depth, line));
            break;
        }
        least_indent = least_indent.min(line.indent);
    }
    let Some((depth, line)) = resumed else {
        reading.builder.abandon(position);
        return None;
    };
    let next = number(line.start);
    let builder = &mut reading.builder;
    let position = position.min(next);
    builder.drop_from(depth, next);
    let is_own_level = builder.open.len() <= depth + 1 && !builder.waits_for_value();
    builder.abandon_inside(depth, position);
    reading.forget_dropped_anchors();
    let builder = &mut reading.builder;
    let (kind, column) = columns[depth];
    if is_own_level || least_indent <= column || kind == Kind::Sequence {
        let collection = builder.open[depth].0 as usize;
        builder.tree.nodes[collection].flags |= BROKEN;
    }
    Some(Segment { from: next, to: end_of(reading.text, line, columns[depth], depth) })
}

/// Returns the segment after one that ended without an error, or `None` if there is nothing left to read. A
/// line that fits no open collection is reported.
pub(super) fn go_on(reading: &mut Reading<'_>, segment: Segment, errors: &mut usize) -> Option<Segment> {
    if reading.stopped || segment.to as usize >= reading.text.len() || reading.builder.open.is_empty() {
        return None;
    }
    let line = lines(reading.text, segment.to as usize).next()?;
    let columns = columns(reading.text, &reading.builder, usize::MAX);
    let Some(depth) = columns.iter().rposition(|&column| fits(line, column)) else {
        if is_end(line) {
            return None;
        }
        let position = number(line.start + line.indent);
        let diagnostic =
            problems::report(reading.text, reading.file, position, None, "did not find expected key");
        reading.diagnostics.push(diagnostic);
        *errors += 1;
        // The line itself is lost.
        let unread = Segment { from: number(line.start), to: segment.to };
        return resume(reading, unread, position, *errors);
    };
    while reading.builder.open.len() > depth + 1 {
        keys::finish_if_mapping(&mut reading.builder, &mut reading.diagnostics, &mut reading.copied);
        reading.builder.end(reading.last_end);
    }
    Some(Segment { from: number(line.start), to: end_of(reading.text, line, columns[depth], depth) })
}

/// Reports that the file has too many syntax errors to continue.
pub(super) fn too_many(reading: &mut Reading<'_>, from: u32, errors: usize) {
    let span = Span::new(reading.file, from, from + 1);
    reading.diagnostics.push(rules::yaml_syntax::too_many(span, errors));
    reading.builder.abandon(from);
}

/// Returns the open block collections, at most `most`, with the columns of their entries.
pub(super) fn columns(text: &str, builder: &Builder, most: usize) -> Vec<(Kind, usize)> {
    let block = builder.open.iter().map(|&(index, _)| index as usize);
    let block = block.take_while(|&index| builder.tree.nodes[index].style() != Style::Flow);
    let column = |index: usize| {
        let data = builder.tree.nodes[index];
        let first = builder.tree.nodes.get(index + 1).filter(|_| data.kind() == Kind::Mapping);
        let start = match first {
            Some(_) => builder.tree.node(NodeId::new(index + 1)).start_here() as usize,
            None if index == 0 => 0,
            None => data.start as usize,
        };
        (data.kind(), start - line_start(text.as_bytes(), start))
    };
    block.take(most).map(column).collect()
}

/// Returns the first line that was not read: the one after the line of the last node, or after that of the
/// first unclosed bracket, whose content could end anywhere.
fn first_line(text: &str, builder: &Builder, from: u32) -> usize {
    let tree = &builder.tree;
    let bracket = builder.open.iter().find(|&&(index, _)| tree.nodes[index as usize].style() == Style::Flow);
    let read = match bracket {
        Some(&(index, _)) => tree.nodes[index as usize].start,
        None => last_start(tree),
    };
    let last = read.max(from) as usize;
    memchr::memchr(b'\n', &text.as_bytes()[last..]).map_or(text.len(), |end| last + end + 1)
}

/// Returns the start of the last node that could be read. The entries of merge keys come after all entries of
/// their map.
fn last_start(tree: &Tree) -> u32 {
    let mut last = 0;
    for node in (0..tree.nodes.len()).rev().map(|index| tree.node(NodeId::new(index))) {
        last = last.max(node.start_here());
        if node.used_at().is_none() {
            break;
        }
    }
    last
}

/// Returns the lines from byte `start` that are not empty.
fn lines(text: &str, start: usize) -> impl Iterator<Item = Line<'_>> {
    let bytes = text.as_bytes();
    let mut next = start;
    std::iter::from_fn(move || {
        while next < bytes.len() {
            let start = next;
            let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |end| start + end);
            next = end + 1;
            let line = bytes[start..end].trim_ascii_end();
            let indent = line.iter().take_while(|&&byte| byte == b' ').count();
            let text = &line[indent..];
            if !text.is_empty() && text[0] != b'#' {
                return Some(Line { start, indent, text });
            }
        }
        None
    })
}

/// Whether a line ends the document.
fn is_end(line: Line<'_>) -> bool {
    line.indent == 0 && (line.text.starts_with(b"---") || line.text.starts_with(b"..."))
}

/// Whether a line starts an entry of a collection.
fn fits(line: Line<'_>, (kind, column): (Kind, usize)) -> bool {
    line.indent == column
        && match kind {
            Kind::Mapping => starts_entry(line.text),
            _ => starts_item(line.text),
        }
}

/// Returns the end of the entries of a collection that starts, or continues, with `line`.
fn end_of(text: &str, line: Line<'_>, (kind, column): (Kind, usize), depth: usize) -> u32 {
    let ends = |candidate: &Line<'_>| {
        candidate.start > line.start
            && (candidate.indent < column
                || kind == Kind::Sequence && candidate.indent == column && !starts_item(candidate.text))
    };
    let end = if depth == 0 { None } else { lines(text, line.start).find(ends) };
    end.map_or(number(text.len()), |end| number(end.start))
}

/// Makes a plain scalar right before the error, or a missing one there, unreadable, because it was intended as something
/// else.
fn spoil_last(text: &str, builder: &mut Builder, position: u32) {
    let Some(index) = builder.tree.nodes.len().checked_sub(1) else { return };
    let end = builder.tree.nodes.end(index);
    let is_in_brackets =
        builder.open.iter().any(|&(index, _)| builder.tree.nodes[index as usize].style() == Style::Flow);
    let last = &mut builder.tree.nodes[index];
    if last.kind() == Kind::Scalar
        && last.style() == Style::Plain
        && (last.start == end && end >= position
            || text.get(end as usize..position as usize).is_some_and(|between| between.trim().is_empty()))
        && (is_in_brackets
            || last.start == end
            || !is_whole_value(text, last.start as usize, position as usize))
    {
        last.set_kind(Kind::Invalid);
    }
}

/// Whether the scalar at `start` comes after its key, and the line of the error is a later one that cannot continue it,
/// because it is not indented deeper.
fn is_whole_value(text: &str, start: usize, position: usize) -> bool {
    let indent = |line: usize| text.as_bytes()[line..].iter().take_while(|&&byte| byte == b' ').count();
    let first = line_start(text.as_bytes(), start);
    let line = line_start(text.as_bytes(), position.min(text.len()));
    let is_empty = text[line..].lines().next().is_none_or(|line| line.trim().is_empty());
    let is_after_key = text[first..start].trim_end().ends_with(':');
    is_after_key && first < line && !is_empty && indent(line) <= indent(first)
}

/// Marks the block maps as broken that were closed right before the error and whose entries are indented deeper than the
/// line of the error: that line may be one of their entries.
fn break_closed(text: &str, builder: &mut Builder, position: u32) {
    const MAX_NODES: usize = 10_000;
    let start = line_start(text.as_bytes(), (position as usize).min(text.len()));
    let indent = text.as_bytes()[start..].iter().take_while(|&&byte| byte == b' ').count();
    let nodes = builder.tree.nodes.len();
    let first = builder.open.last().map_or(0, |&(index, _)| index as usize + 1);
    for index in (first..nodes).rev().take(MAX_NODES) {
        let data = builder.tree.nodes[index];
        let is_closed_map =
            data.kind() == Kind::Mapping && data.style() == Style::Block && data.next(index) == nodes;
        let column = || data.start as usize - line_start(text.as_bytes(), data.start as usize);
        if is_closed_map && column() > indent {
            builder.tree.nodes[index].flags |= BROKEN;
        }
    }
}

/// Marks the collection as broken that the line of the error continues if the last entry before it is indented too
/// little: the one in the column of that line, at the end of the entry before.
fn break_continued(text: &str, builder: &mut Builder, position: u32) {
    let start = line_start(text.as_bytes(), (position as usize).min(text.len()));
    let indent = text.as_bytes()[start..].iter().take_while(|&&byte| byte == b' ').count();
    let columns = columns(text, builder, usize::MAX);
    let Some(depth) = columns.iter().rposition(|&(kind, column)| kind == Kind::Mapping && column < indent)
    else {
        return;
    };
    let map = builder.open[depth].0 as usize;
    let tree = &mut builder.tree;
    // The last entry and the one before it: key and value each.
    let last = last_children(tree, map, 4);
    let [_, mut node, _, value] = last[..] else { return };
    let block_column = |tree: &Tree, node: usize| {
        let data = tree.nodes[node];
        let start = data.start as usize;
        let is_block = data.style() == Style::Block && data.is_container();
        is_block.then(|| start - line_start(text.as_bytes(), start))
    };
    if block_column(tree, value).is_none_or(|column| column <= indent) {
        return;
    }
    while let Some(column) = block_column(tree, node) {
        if column == indent {
            tree.nodes[node].flags |= BROKEN;
        }
        let Some(&child) = last_children(tree, node, 1).last() else { return };
        node = child;
    }
}

/// Returns the last children of a container, at most `most`, in order.
fn last_children(tree: &Tree, container: usize, most: usize) -> Vec<usize> {
    let data = tree.nodes[container];
    let end = if data.is_open() { tree.nodes.len() } else { data.next(container) };
    let mut last = std::collections::VecDeque::with_capacity(most + 1);
    let mut child = container + 1;
    while child < end {
        last.push_back(child);
        if last.len() > most {
            last.pop_front();
        }
        let data = tree.nodes[child];
        if data.is_container() && data.is_open() {
            break;
        }
        child = data.next(child);
    }
    last.into()
}

fn line_start(bytes: &[u8], position: usize) -> usize {
    memchr::memrchr(b'\n', &bytes[..position]).map_or(0, |index| index + 1)
}

/// Whether a line looks like an item of a list.
pub(super) fn starts_item(line: &[u8]) -> bool {
    line[0] == b'-' && line.get(1).is_none_or(|&byte| byte == b' ')
}

/// Whether a line looks like a key of a map.
fn starts_entry(line: &[u8]) -> bool {
    let first = line[0];
    if !(first.is_ascii_alphanumeric() || first == b'_' || first == b'"' || first == b'\'') {
        return false;
    }
    memchr::memchr_iter(b':', line)
        .any(|index| line.get(index + 1).is_none_or(|b| matches!(b, b' ' | b'\t' | b'\r')))
}

//! Parses a text again after an edit: only the entry around the edit is read, the rest of the tree is taken over.
//!
//! Input: the tree of the text before the edit, and the new text. Output: the tree that [`parse`](super::parse) would
//! make, or `None` if that is to be done. Tests compare both (`grammar-tests/suite/readers.rs`).

use std::ops::Range;
use std::sync::Arc;

use crate::base::FileId;
use crate::host::Limits;

use super::builder::number;
use super::nodes::Data;
use super::reader;
use super::tree::{Kind, Style, Tree};

/// The maximum number of entries that are tried, from the inside to the outside.
const MAX_TRIALS: usize = 3;
/// The maximum nesting inside of the entry that is read, and that of the containers around it.
const MAX_DEPTH: usize = 24;

/// An entry in block style around the edit.
struct Around {
    key: usize,
    /// The index of the node after its value.
    next: usize,
    /// From the start of its line to the next entry, in the text before.
    lines: Range<usize>,
    /// The containers around it, outermost first.
    containers: Vec<usize>,
}

/// Returns the tree of `text`, which differs from that of `old` in one place, without errors or anchors.
pub(super) fn parse_again(old: &Tree, text: &Arc<String>, file: FileId, limits: &Limits) -> Option<Tree> {
    let is_plain = !old.damaged && !old.rewritten && !old.is_xml && old.origins.is_none();
    let is_shallow = limits.depth >= 2 * MAX_DEPTH;
    if !is_plain
        || !is_shallow
        || !old.copies.is_empty()
        || !old.anchored.is_empty()
        || !old.tagged.is_empty()
    {
        return None;
    }
    let edited = edited_lines(&old.text, text);
    let moved = i64::try_from(text.len()).ok()? - i64::try_from(old.text.len()).ok()?;
    let around = entries_around(old, &edited);
    around.iter().rev().take(MAX_TRIALS).find_map(|entry| replace(old, entry, moved, text, file, limits))
}

/// Returns the lines of `before` that differ from those of `after`.
fn edited_lines(before: &str, after: &str) -> Range<usize> {
    let (one, other) = (before.as_bytes(), after.as_bytes());
    let same = common(one.chunks_exact(64).zip(other.chunks_exact(64))) * 64;
    let same = same + common(one[same..].iter().zip(&other[same..]));
    let line = memchr::memrchr(b'\n', &one[..same]).map_or(0, |index| index + 1);
    let rest = one.len().min(other.len()) - same;
    let (one_rest, other_rest) = (&one[one.len() - rest..], &other[other.len() - rest..]);
    let same_end = common(one_rest.rchunks_exact(64).zip(other_rest.rchunks_exact(64))) * 64;
    let (one_rest, other_rest) = (&one_rest[..rest - same_end], &other_rest[..rest - same_end]);
    let same_end = same_end + common(one_rest.iter().rev().zip(other_rest.iter().rev()));
    let (end, other_end) = (one.len() - same_end, other.len() - same_end);
    let starts_line = |bytes: &[u8], at: usize| at == 0 || bytes[at - 1] == b'\n';
    let end = if starts_line(one, end) && starts_line(other, other_end) {
        end
    } else {
        memchr::memchr(b'\n', &one[end..]).map_or(one.len(), |index| end + index + 1)
    };
    line..end.max(line)
}

/// The number of equal pairs at the start.
fn common<T: PartialEq>(pairs: impl Iterator<Item = (T, T)>) -> usize {
    pairs.take_while(|(one, other)| one == other).count()
}

/// Returns the entries of maps in block style that contain the lines, outermost first.
fn entries_around(tree: &Tree, lines: &Range<usize>) -> Vec<Around> {
    let text = tree.text.as_bytes();
    let line_end =
        memchr::memchr(b'\n', &text[lines.start..]).map_or(text.len(), |index| lines.start + index);
    let line_start =
        |position: u32| memchr::memrchr(b'\n', &text[..position as usize]).map_or(0, |index| index + 1);
    let mut all = Vec::new();
    let mut containers = Vec::new();
    let (mut index, mut end) = (0, text.len());
    while let Some(container) = tree.nodes.get(index).filter(|data| data.style() == Style::Block) {
        containers.push(index);
        let is_map = container.kind() == Kind::Mapping;
        let after = container.next(index);
        let (mut child, mut inside) = (index + 1, None);
        while child < after {
            let value = if is_map { tree.nodes[child].next(child) } else { child };
            let next = tree.nodes[value].next(value);
            if tree.nodes[child].start as usize > line_end {
                break;
            }
            inside = Some((child, value, next));
            child = next;
        }
        let Some((first, value, next)) = inside else { break };
        if next < after {
            let start = tree.nodes[next].start;
            end = line_start(start);
            // The dash of the next item may be in a line before it.
            if !is_map && !text[end..start as usize].contains(&b'-') {
                break;
            }
        }
        // A key without text may have the place of the value before it.
        let is_apart = end >= tree.nodes.end(value) as usize;
        if end < lines.end || !is_apart || containers.len() > MAX_DEPTH {
            break;
        }
        let start = line_start(tree.nodes[first].start);
        let is_first_in_line = text[start..tree.nodes[first].start as usize].iter().all(|byte| *byte == b' ');
        let has_plain_key = is_map && !tree.nodes[first].is_container();
        if has_plain_key && is_first_in_line {
            all.push(Around { key: first, next, lines: start..end, containers: containers.clone() });
        }
        index = value;
    }
    all
}

/// Returns the tree with the entry read from the new text.
fn replace(
    old: &Tree,
    entry: &Around,
    moved: i64,
    text: &Arc<String>,
    file: FileId,
    limits: &Limits,
) -> Option<Tree> {
    let start = entry.lines.start;
    let end = usize::try_from(i64::try_from(entry.lines.end).ok()? + moved).ok()?;
    let written = text.get(start..end).filter(|written| written.len() <= text.len() / 2)?;
    let limits_inside = Limits { depth: limits.depth.min(MAX_DEPTH), ..limits.clone() };
    let (part, findings) = reader::read(&Arc::new(written.to_owned()), file, &limits_inside).ok()?;
    let [root, key, value, ..] = &part.nodes[..] else { return None };
    let is_same_key = part.symbols.text(key.symbol()) == old.symbols.text(old.nodes[entry.key].symbol());
    let column = old.nodes[entry.key].start as usize - start;
    let is_one_entry = root.kind() == Kind::Mapping
        && root.style() == Style::Block
        && value.next(2) == part.nodes.len()
        && key.start as usize == column
        && key.kind() == Kind::Scalar;
    let is_plain = findings.is_empty()
        && part.copies.is_empty()
        && part.anchored.is_empty()
        && part.tagged.is_empty()
        && !part.damaged;
    let count = old.nodes.len() + part.nodes.len();
    // What was read in earlier texts is forgotten now and then.
    let is_worn = old.symbols.count() > old.nodes.len() + 1024;
    if !is_same_key || !is_one_entry || !is_plain || count > limits.nodes || is_worn {
        return None;
    }
    let replaced = number(start)..number(entry.lines.end);
    let mut symbols = old.symbols.in_edited(text, &replaced, moved);
    let mut inserted = Vec::with_capacity(part.nodes.len());
    for (index, data) in part.nodes.iter().enumerate().skip(1) {
        let link = if data.is_container() {
            data.link + number(entry.key) - 1
        } else {
            let symbol = part.symbols.canonical(data.symbol());
            symbols.intern(part.symbols.text(symbol), data.start + replaced.start).0
        };
        let data = data.with_link(link).moved_to(data.start + replaced.start);
        inserted.push((data, part.nodes.end(index) + replaced.start));
    }
    let (old_end, new_end) = (old.nodes.end(entry.key + 1), part.nodes.end(0) + replaced.start);
    let added = i64::try_from(inserted.len()).ok()? - i64::try_from(entry.next - entry.key).ok()?;
    let shifted = |number: u32, by: i64| u32::try_from(i64::from(number) + by).ok();
    let mut nodes = old.nodes.with_replaced(entry.key..entry.next, inserted.into_iter(), moved);
    for &container in &entry.containers {
        nodes[container].link = shifted(old.nodes[container].link, added)?;
        // A container ends where its last value does.
        let end = old.nodes.end(container);
        nodes.set_end(container, if end == old_end { new_end } else { shifted(end, moved)? });
    }
    symbols.rest();
    let leaves = nodes.iter().filter(|data| !data.is_container()).map(Data::symbol);
    symbols.keep_only(leaves);
    let mut comments: Vec<(u32, u32)> = Vec::with_capacity(old.comments.len() + part.comments.len());
    let is_before = |comment: &&(u32, u32)| comment.0 < replaced.start;
    comments.extend(old.comments.iter().take_while(is_before));
    comments.extend(part.comments.iter().map(|(from, to)| (from + replaced.start, to + replaced.start)));
    for (from, to) in old.comments.iter().filter(|comment| comment.0 >= replaced.end) {
        comments.push((shifted(*from, moved)?, shifted(*to, moved)?));
    }
    Some(Tree {
        file,
        text: Arc::clone(text),
        nodes,
        symbols,
        comments,
        may_have_glued_keys: old.may_have_glued_keys || part.may_have_glued_keys,
        has_dollar: old.has_dollar || part.has_dollar,
        ..Tree::none()
    })
}

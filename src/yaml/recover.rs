//! Going on after a syntax error: at the next top-level key.

use super::builder::Builder;
use super::events::Reading;
use super::tree::{BROKEN, Kind, NodeId, Style};

/// Makes the tree fit for going on after an error at byte `at` of the segment that starts at `from`, and
/// gives the byte where the next segment starts; none where nothing is left to read.
pub(super) fn resume(reading: &mut Reading<'_>, from: u32, at: u32) -> Option<u32> {
    let bytes = reading.text.as_bytes();
    let end = u32::try_from(reading.text.len()).unwrap_or(u32::MAX);
    if reading.stopped {
        return None;
    }
    let builder = &mut reading.builder;
    builder.tree.damaged = true;
    if builder.open.is_empty() {
        if !builder.tree.nodes.is_empty() {
            return None;
        }
        let root = builder.begin(Kind::Mapping, Style::Block, from);
        builder.tree.nodes[root].flags |= BROKEN;
    }
    spoil_last(reading.text, builder, at);
    builder.abandon(at);
    let root = builder.tree.nodes[0];
    if root.kind != Kind::Mapping || root.style == Style::Flow {
        return None;
    }
    let column = match builder.tree.nodes.get(1) {
        Some(_) => {
            let key = builder.tree.node(NodeId::new(1)).span().start as usize;
            key - line_start(bytes, key)
        }
        None => 0,
    };
    let mut line = line_start(bytes, (at as usize).min(bytes.len()));
    while line <= from as usize || !starts_entry(&bytes[line..], column) {
        line += memchr::memchr(b'\n', &bytes[line..])? + 1;
        if line >= bytes.len() {
            return None;
        }
    }
    let next = u32::try_from(line).unwrap_or(end);
    builder.drop_root_entries(next);
    Some(next)
}

/// A plain scalar that the error follows at once was meant for something else.
fn spoil_last(text: &str, builder: &mut Builder, at: u32) {
    if let Some(last) = builder.tree.nodes.last_mut()
        && last.kind == Kind::Scalar
        && last.style == Style::Plain
        && text.get(last.end as usize..at as usize).is_some_and(|between| between.trim().is_empty())
    {
        last.kind = Kind::Invalid;
    }
}

fn line_start(bytes: &[u8], at: usize) -> usize {
    memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |found| found + 1)
}

/// Whether a line looks like a key of the root map.
fn starts_entry(line: &[u8], column: usize) -> bool {
    let end = memchr::memchr(b'\n', line).unwrap_or(line.len());
    let line = &line[..end];
    if line.len() <= column || line[..column].iter().any(|&b| b != b' ') {
        return false;
    }
    let line = &line[column..];
    let first = line[0];
    if !(first.is_ascii_alphanumeric() || first == b'_' || first == b'"' || first == b'\'') {
        return false;
    }
    memchr::memchr_iter(b':', line)
        .any(|at| line.get(at + 1).is_none_or(|b| matches!(b, b' ' | b'\t' | b'\r')))
}

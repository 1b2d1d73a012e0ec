//! Findings of the parser that a finding about keynames explains: one cause, one finding.

use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, Rule, rules};
use crate::yaml::{Style, YamlNode};

use super::misplaced::Entry;
use super::reader::Reader;

/// A part of the text where the findings of a rule have a cause that is reported elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Explained {
    rule: &'static Rule,
    start: u32,
    end: u32,
}

/// Removes the findings that are explained.
pub(crate) fn remove_explained(mut explained: Vec<Explained>, diagnostics: &mut Vec<Diagnostic>) {
    explained.sort_unstable_by_key(|part| part.start);
    // Parts can be inside of each other: each one ends where one of those before it ends last.
    let mut ends: FxHashMap<&'static str, Vec<(u32, u32)>> = FxHashMap::default();
    for part in explained {
        let parts = ends.entry(part.rule.code).or_default();
        let end = parts.last().map_or(part.end, |(_, end)| part.end.max(*end));
        parts.push((part.start, end));
    }
    diagnostics.retain(|diagnostic| {
        let Some(parts) = ends.get(diagnostic.rule.code) else { return true };
        let position = diagnostic.primary.span.start;
        let count = parts.partition_point(|(start, _)| *start <= position);
        parts[..count].last().is_none_or(|(_, end)| *end <= position)
    });
}

/// Explains a syntax error in the lines after `value`, which could not be read because of the reported indentation or
/// shape of `value`.
pub(super) fn lines_after(value: YamlNode<'_>, reader: &mut Reader<'_>) {
    let explained =
        Explained { rule: &rules::yaml_syntax::RULE, start: value.span().end, end: value.next_start() };
    reader.explained.push(explained);
}

/// Explains the repeated keys after `key` in its map.
pub(super) fn repeated_after(key: YamlNode<'_>, map: YamlNode<'_>, reader: &mut Reader<'_>) {
    let (start, end) = (key.span().end, map.span().end);
    reader.explained.push(Explained { rule: &rules::duplicate_key::RULE, start, end });
}

/// Explains that `key` is a repeated one.
pub(super) fn repeated(key: YamlNode<'_>, reader: &mut Reader<'_>) {
    let (start, end) = (key.span().start, key.span().end);
    reader.explained.push(Explained { rule: &rules::duplicate_key::RULE, start, end });
}

/// Reports a key with a bracket that belongs to its value; returns whether it is one.
pub(super) fn report_glued(key: YamlNode<'_>, reader: &mut Reader<'_>) -> bool {
    let Some(glued) = key.glued() else { return false };
    reader.report(key, glued.diagnostic());
    reader.unknown_keys.push(key.id());
    true
}

/// Whether the lines of `previous` may go on after those of `next`, which are indented too little.
pub(super) fn may_continue((_, previous): Entry<'_>, (key, value): Entry<'_>) -> bool {
    let is_block =
        |node: YamlNode<'_>| (node.is_mapping() || node.is_sequence()) && node.style() == Style::Block;
    key.used_at().is_none()
        && (is_block(previous) && (is_block(value) || value.is_null())
            || previous.is_null() && is_block(value)
            || (is_block(previous) || previous.is_null()) && is_followed_by_deeper_line(key, value))
}

/// Whether the line after an entry of one line is indented more than the entry.
fn is_followed_by_deeper_line(key: YamlNode<'_>, value: YamlNode<'_>) -> bool {
    let text = key.tree().source().as_str();
    let (start, end) = (key.span().start as usize, value.span().end as usize);
    let before = text.get(..start).unwrap_or_default();
    let column = before.rsplit('\n').next().unwrap_or_default().len();
    let mut following = text.get(end..).unwrap_or_default().lines().skip(1);
    let next = following.find(|line| !line.trim().is_empty());
    next.is_some_and(|line| line.len() - line.trim_start().len() > column)
}

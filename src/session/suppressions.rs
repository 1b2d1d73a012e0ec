//! Applies suppressions, comments that hide findings: `# tosca: allow[rule] reason`.
//!
//! A comment belongs to the map entry or list item that starts on its line, or on the next line with content
//! if the comment is alone on its line. It hides the findings inside of that entry, at any depth. Comments
//! before the first key apply to the whole file. A file is processed in a single traversal of its comments,
//! nodes and findings.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{LineIndex, Source, Span};
use crate::diagnostics::{Diagnostic, Level, Rule, rules};
use crate::yaml::{Node, Tree};

use super::comments::{self, Item};

/// The suppressions of one file.
pub(super) struct Suppressions {
    entries: Vec<Entry>,
    /// The problems of malformed comments.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A rule in a comment.
struct Entry {
    rule: &'static Rule,
    /// The span of the rule in the comment.
    span: Span,
    /// The text to remove if the entry is unused.
    removal: Span,
    has_reason: bool,
    /// The first and last byte that it covers, or `None` if it applies to the whole file.
    region: Option<(u32, u32)>,
    used: bool,
    /// The first error that it does not hide because it has no reason.
    refused: Option<Span>,
}

impl Suppressions {
    /// Reads the suppressions in the comments of `tree`.
    pub(super) fn read(tree: &Tree, source: &Source) -> Self {
        let mut read = Self { entries: Vec::new(), diagnostics: Vec::new() };
        let text = source.text.as_str();
        let first = tree.root().map_or(u32::MAX, |root| root.span().start);
        let mut targets: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
        for span in tree.comments() {
            let Some(parsed) = comments::parse(text, span) else { continue };
            let start = read.entries.len();
            read.diagnostics.extend(parsed.diagnostics);
            for Item { rule, span, removal } in parsed.items {
                read.entries.push(Entry {
                    rule,
                    span,
                    removal,
                    has_reason: parsed.has_reason,
                    region: None,
                    used: false,
                    refused: None,
                });
            }
            if start == read.entries.len() || span.start < first {
                continue;
            }
            // Line numbers are computed lazily: most files have no suppressions.
            let lines = source.lines();
            let line = lines.line_of(span.start);
            let before = &text[lines.line_start(line) as usize..span.start as usize];
            let is_alone = before.trim().is_empty();
            targets.push((if is_alone { line + 1 } else { line }, start..read.entries.len()));
        }
        if targets.is_empty() {
            return read;
        }
        let lines = source.lines();
        skip_to_content(&mut targets, lines, text);
        let lines_of_targets: Vec<usize> = targets.iter().map(|(line, _)| *line).collect();
        let regions = regions(tree, lines, text, &lines_of_targets);
        for (line, range) in targets {
            let region = regions.get(&line).copied().unwrap_or((u32::MAX, u32::MAX));
            read.entries[range].iter_mut().for_each(|entry| entry.region = Some(region));
        }
        read
    }

    /// Whether there are no suppressions.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns `diagnostics`, which are sorted and all of this file, without those that are hidden. Findings
    /// in `lowered` still count as errors.
    pub(super) fn hide(
        &mut self,
        diagnostics: Vec<Diagnostic>,
        lowered: &FxHashSet<(Span, &'static str)>,
    ) -> Vec<Diagnostic> {
        if self.is_empty() {
            return diagnostics;
        }
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|&index| {
            let (start, end) = self.entries[index].region.unwrap_or((0, u32::MAX));
            (start, std::cmp::Reverse(end))
        });
        let mut pending = order.into_iter().peekable();
        let mut active: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        let mut kept = Vec::with_capacity(diagnostics.len());
        for diagnostic in diagnostics {
            let offset = diagnostic.primary.span.start;
            while let Some(next) = pending.next_if(|&next| self.region_start(next) <= offset) {
                active.entry(self.entries[next].rule.code).or_default().push(next);
            }
            let span = diagnostic.primary.span;
            let is_error =
                diagnostic.level == Level::Error || lowered.contains(&(span, diagnostic.rule.code));
            let covering = active.get_mut(diagnostic.rule.code);
            if !covering.is_some_and(|covering| self.hides(covering, span, is_error)) {
                kept.push(diagnostic);
            }
        }
        kept
    }

    fn region_start(&self, entry: usize) -> u32 {
        self.entries[entry].region.map_or(0, |(start, _)| start)
    }

    /// Whether the innermost of the `covering` entries hides a finding at `span`.
    fn hides(&mut self, covering: &mut Vec<usize>, span: Span, is_error: bool) -> bool {
        // Regions are nested or disjoint: one that has ended stays ended.
        while let Some(&last) = covering.last()
            && self.entries[last].region.is_some_and(|(_, end)| end < span.start)
        {
            covering.pop();
        }
        let entries = &mut self.entries;
        match covering.iter().rev().find(|&&index| entries[index].has_reason || !is_error) {
            Some(&index) => {
                entries[index].used = true;
                true
            }
            None => {
                if let Some(&index) = covering.last() {
                    entries[index].used = true;
                    entries[index].refused.get_or_insert(span);
                }
                false
            }
        }
    }

    /// Reports errors that lack a reason to be hidden, and unused suppressions of rules for which
    /// `is_reported` is true. Suppressions of these two findings themselves are reported only in the second
    /// call, with `last` set.
    pub(super) fn report(
        &mut self,
        last: bool,
        mut is_reported: impl FnMut(&Rule) -> bool,
    ) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for entry in &mut self.entries {
            let is_about_comments =
                [&rules::unused_suppression::RULE, &rules::missing_reason::RULE].contains(&entry.rule);
            if is_about_comments != last {
                continue;
            }
            if let Some(error) = entry.refused.take() {
                diagnostics.push(rules::missing_reason::comment(entry.span, entry.rule.name, error));
            } else if !entry.used && is_reported(entry.rule) {
                let everywhere = entry.region.is_none();
                let scope = if everywhere { "in this file" } else { "in this entry" };
                let slug = entry.rule.name;
                diagnostics.push(rules::unused_suppression::new(entry.span, slug, scope, entry.removal));
            }
        }
        diagnostics
    }
}

/// Moves targets that are empty lines or comments to the next line with content.
fn skip_to_content(targets: &mut [(usize, std::ops::Range<usize>)], lines: &LineIndex, text: &str) {
    let mut after: Option<(usize, usize)> = None;
    for (target, _) in targets.iter_mut().rev() {
        let mut line = *target;
        while line < lines.line_count() {
            // The next content after an already visited line is known.
            if let Some((from, to)) = after
                && (from..=to).contains(&line)
            {
                line = to;
                break;
            }
            let content = line_text(lines, text, line).trim_start();
            if !content.is_empty() && !content.starts_with('#') {
                break;
            }
            line += 1;
        }
        after = Some((*target, line));
        *target = line;
    }
}

fn line_text<'t>(lines: &LineIndex, text: &'t str, line: usize) -> &'t str {
    let (start, end) = line_range(lines, text, line);
    text.get(start as usize..end as usize).unwrap_or("")
}

/// The bytes of a line, without its end.
fn line_range(lines: &LineIndex, text: &str, line: usize) -> (u32, u32) {
    let start = lines.line_start(line);
    let rest = text.get(start as usize..).unwrap_or("");
    let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
    (start, start + u32::try_from(length).unwrap_or(u32::MAX))
}

/// Returns the first and last byte of the entries and items that start on each of the lines
/// `lines_of_targets`.
fn regions(
    tree: &Tree,
    lines: &LineIndex,
    text: &str,
    lines_of_targets: &[usize],
) -> FxHashMap<usize, (u32, u32)> {
    let mut regions: FxHashMap<usize, (u32, u32)> = FxHashMap::default();
    for &line in lines_of_targets.iter().filter(|&&line| line < lines.line_count()) {
        regions.entry(line).or_insert_with(|| line_range(lines, text, line));
    }
    if regions.is_empty() {
        return regions;
    }
    let mut consider = |start: Span, end: Span| {
        if let Some((_, last)) = regions.get_mut(&lines.line_of(start.start)) {
            // A map or list may end with whitespace.
            let until = text.get(..end.end as usize).map_or(end.end as usize, |text| text.trim_end().len());
            *last = (*last).max(u32::try_from(until).unwrap_or(u32::MAX));
        }
    };
    let mut pending: Vec<Node<'_>> = tree.root().into_iter().collect();
    while let Some(node) = pending.pop() {
        for (key, value) in node.all_entries() {
            if key.used_at().is_none() {
                consider(key.span(), if value.used_at().is_none() { value.span() } else { key.span() });
                pending.extend([key, value].into_iter().filter(|node| node.used_at().is_none()));
            }
        }
        for item in node.items().filter(|item| item.used_at().is_none()) {
            consider(item.span(), item.span());
            pending.push(item);
        }
    }
    regions
}

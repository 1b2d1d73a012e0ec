//! Applies suppressions, comments that hide findings: `# tosca: allow[rule] reason`.
//!
//! A comment belongs to the map entry or list item that starts on its line, or on the next line with content
//! if the comment is alone on its line. It hides the findings inside of that entry, at any depth. Comments
//! before the first key apply to the whole file. A file is processed in a single traversal of its comments,
//! nodes and findings.
//!
//! Input: the tree and text of a file, and its findings. Output: the findings that are not hidden, and
//! findings about the comments: malformed, unused, or without the reason that hiding an error needs.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{LineIndex, Source, Span};
use crate::diagnostics::{Diagnostic, Level, Rule, rules};
use crate::yaml::{Tree, YamlNode};

use super::comments::{self, Item};

/// The suppressions of one file.
pub(super) struct Suppressions {
    /// One for each rule in a comment, in the order of the text.
    entries: Vec<Suppression>,
    /// The findings about malformed comments.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A rule that a comment allows.
struct Suppression {
    rule: &'static Rule,
    /// The span of the rule's code or name in the comment.
    span: Span,
    /// The text that a fix removes if the suppression is unused.
    removal: Span,
    has_reason: bool,
    /// The first and last byte that it covers, or `None` if it covers the whole file.
    region: Option<(u32, u32)>,
    /// Whether it hides a finding, or would with a reason.
    is_used: bool,
    /// The first error that it does not hide because it has no reason.
    unsuppressed_error: Option<Span>,
}

impl Suppressions {
    /// Reads the suppressions in the comments of `tree`.
    pub(super) fn read(tree: &Tree, source: &Source) -> Self {
        let mut suppressions = Self { entries: Vec::new(), diagnostics: Vec::new() };
        let text = source.text.as_str();
        let content_start = tree.root().map_or(u32::MAX, |root| root.span().start);
        let mut targets: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
        for span in tree.comments() {
            let Some(parsed) = comments::parse(text, span) else { continue };
            let start = suppressions.entries.len();
            suppressions.diagnostics.extend(parsed.diagnostics);
            for Item { rule, span, removal } in parsed.items {
                suppressions.entries.push(Suppression {
                    rule,
                    span,
                    removal,
                    has_reason: parsed.has_reason,
                    region: None,
                    is_used: false,
                    unsuppressed_error: None,
                });
            }
            if start == suppressions.entries.len() || span.start < content_start {
                continue;
            }
            // Computes line numbers only here: most files have no suppressions.
            let lines = source.lines();
            let line = lines.line_of(span.start);
            let before = &text[lines.line_start(line) as usize..span.start as usize];
            let before = if tree.is_xml() { before.trim_end().trim_end_matches("<!--") } else { before };
            let is_alone = before.trim().is_empty();
            targets.push((if is_alone { line + 1 } else { line }, start..suppressions.entries.len()));
        }
        if targets.is_empty() {
            return suppressions;
        }
        let lines = source.lines();
        skip_to_content(&mut targets, lines, text);
        let lines_of_targets: Vec<usize> = targets.iter().map(|(line, _)| *line).collect();
        let regions = regions(tree, lines, text, &lines_of_targets);
        for (line, range) in targets {
            let region = regions.get(&line).copied().unwrap_or((u32::MAX, u32::MAX));
            suppressions.entries[range].iter_mut().for_each(|entry| entry.region = Some(region));
        }
        suppressions
    }

    /// Whether there are no suppressions.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns `diagnostics`, which are sorted and all of this file, without those that are hidden. Findings
    /// in `downgraded` (span and rule) count as errors, although their level is lower: hiding them needs a
    /// reason.
    pub(super) fn hide(
        &mut self,
        diagnostics: Vec<Diagnostic>,
        downgraded: &FxHashSet<(Span, &'static str)>,
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
                diagnostic.level == Level::Error || downgraded.contains(&(span, diagnostic.rule.code));
            let candidates = active.get_mut(diagnostic.rule.code);
            if !candidates.is_some_and(|candidates| self.hides(candidates, span, is_error)) {
                kept.push(diagnostic);
            }
        }
        kept
    }

    fn region_start(&self, index: usize) -> u32 {
        self.entries[index].region.map_or(0, |(start, _)| start)
    }

    /// Whether a finding at `span` is hidden by the innermost suppression of its rule that may hide it.
    /// `candidates` are the indexes of the suppressions of the rule that start before the finding; those that
    /// have ended are removed.
    fn hides(&mut self, candidates: &mut Vec<usize>, span: Span, is_error: bool) -> bool {
        // Regions are nested or disjoint, and findings are sorted: a region that has ended stays ended.
        while let Some(&last) = candidates.last()
            && self.entries[last].region.is_some_and(|(_, end)| end < span.start)
        {
            candidates.pop();
        }
        let entries = &mut self.entries;
        match candidates.iter().rev().find(|&&index| entries[index].has_reason || !is_error) {
            Some(&index) => {
                entries[index].is_used = true;
                true
            }
            None => {
                if let Some(&index) = candidates.last() {
                    entries[index].is_used = true;
                    entries[index].unsuppressed_error.get_or_insert(span);
                }
                false
            }
        }
    }

    /// Reports suppressions that need a reason to hide an error, and unused suppressions of rules for which
    /// `is_reported` is true. The suppressions of the rules for these two findings may hide such findings, so
    /// they are known to be unused only later: the first call reports all other suppressions, and a second one,
    /// with `of_comment_rules` set, reports these.
    pub(super) fn report(
        &mut self,
        of_comment_rules: bool,
        mut is_reported: impl FnMut(&Rule) -> bool,
    ) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for entry in &mut self.entries {
            let is_comment_rule =
                [&rules::unused_suppression::RULE, &rules::missing_reason::RULE].contains(&entry.rule);
            if is_comment_rule != of_comment_rules {
                continue;
            }
            if let Some(error) = entry.unsuppressed_error.take() {
                diagnostics.push(rules::missing_reason::comment(entry.span, entry.rule.name, error));
            } else if !entry.is_used && is_reported(entry.rule) {
                let everywhere = entry.region.is_none();
                let scope = if everywhere { "in this file" } else { "in this entry" };
                let slug = entry.rule.name;
                diagnostics.push(rules::unused_suppression::new(entry.span, slug, scope, entry.removal));
            }
        }
        diagnostics
    }
}

/// Moves targets that are empty lines or comments to the next line with content. A target is a line with the
/// range of its suppressions; targets are sorted.
fn skip_to_content(targets: &mut [(usize, std::ops::Range<usize>)], lines: &LineIndex, text: &str) {
    // The target after the current one, and the line that it was moved to.
    let mut next_target: Option<(usize, usize)> = None;
    for (target, _) in targets.iter_mut().rev() {
        let mut line = *target;
        while line < lines.line_count() {
            // The lines after the next target are already visited.
            if let Some((from, to)) = next_target
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
        next_target = Some((*target, line));
        *target = line;
    }
}

/// Returns the text of a line, without its end.
fn line_text<'t>(lines: &LineIndex, text: &'t str, line: usize) -> &'t str {
    let (start, end) = line_range(lines, text, line);
    text.get(start as usize..end as usize).unwrap_or("")
}

/// Returns the first byte of a line, and the byte after its last one, without its line break.
fn line_range(lines: &LineIndex, text: &str, line: usize) -> (u32, u32) {
    let start = lines.line_start(line);
    let text_from_start = text.get(start as usize..).unwrap_or("");
    let length = memchr::memchr2(b'\n', b'\r', text_from_start.as_bytes()).unwrap_or(text_from_start.len());
    (start, start + u32::try_from(length).unwrap_or(u32::MAX))
}

/// Returns the region of each of the lines `lines_of_targets`: from the start of the line to the end of the
/// last entry or item that starts on it.
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
    let mut extend_region = |first: Span, last: Span| {
        if let Some((_, region_end)) = regions.get_mut(&lines.line_of(first.start)) {
            // A map or list may end with whitespace.
            let end = text.get(..last.end as usize).map_or(last.end as usize, |text| text.trim_end().len());
            *region_end = (*region_end).max(u32::try_from(end).unwrap_or(u32::MAX));
        }
    };
    let mut pending: Vec<YamlNode<'_>> = tree.root().into_iter().collect();
    while let Some(node) = pending.pop() {
        for (key, value) in node.all_entries() {
            if key.used_at().is_none() {
                extend_region(key.span(), if value.used_at().is_none() { value.span() } else { key.span() });
                pending.extend([key, value].into_iter().filter(|node| node.used_at().is_none()));
            }
        }
        for item in node.items().filter(|item| item.used_at().is_none()) {
            extend_region(item.span(), item.span());
            pending.push(item);
        }
    }
    regions
}

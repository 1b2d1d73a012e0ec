//! Comments that hide findings: `# tosca: allow[slug] reason`.
//!
//! A comment belongs to the entry of a map or item of a list that starts on its line, or on the next line
//! with content where it stands alone, and hides what is found in it, however deep. Comments before the
//! first key are for the whole file. All is done in one pass over comments, nodes and findings of a file.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{LineIndex, Source, Span};
use crate::diagnostics::{Code, Diagnostic, Level, codes};
use crate::yaml::{Node, Tree};

use super::comments::{self, Item};

/// The comments of one file.
pub(super) struct Suppressions {
    entries: Vec<Entry>,
    /// What is wrong with comments.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A code in a comment.
struct Entry {
    code: &'static Code,
    /// Where the code is named.
    span: Span,
    /// What would go if nothing was hidden.
    removal: Span,
    has_reason: bool,
    /// The bytes that it covers, both ends included; all where it is for the whole file.
    region: Option<(u32, u32)>,
    used: bool,
    /// The first error that it does not hide, since it has no reason.
    refused: Option<Span>,
}

impl Suppressions {
    /// Those of `tree`.
    pub(super) fn read(tree: &Tree, source: &Source) -> Self {
        let mut read = Self { entries: Vec::new(), diagnostics: Vec::new() };
        let text = source.text.as_str();
        let first = tree.root().map_or(u32::MAX, |root| root.span().start);
        let mut targets: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
        for span in tree.comments() {
            let Some(parsed) = comments::parse(text, span) else { continue };
            let start = read.entries.len();
            read.diagnostics.extend(parsed.diagnostics);
            for Item { code, span, removal } in parsed.items {
                read.entries.push(Entry {
                    code,
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
            // The lines of most files are never counted.
            let lines = source.lines();
            let line = lines.line_of(span.start);
            let before = &text[lines.line_start(line) as usize..span.start as usize];
            let alone = before.trim().is_empty();
            targets.push((if alone { line + 1 } else { line }, start..read.entries.len()));
        }
        if targets.is_empty() {
            return read;
        }
        let lines = source.lines();
        skip_to_content(&mut targets, lines, text);
        let wanted: Vec<usize> = targets.iter().map(|(line, _)| *line).collect();
        let regions = regions(tree, lines, text, &wanted);
        for (line, range) in targets {
            let region = regions.get(&line).copied().unwrap_or((u32::MAX, u32::MAX));
            read.entries[range].iter_mut().for_each(|entry| entry.region = Some(region));
        }
        read
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes away those of `found`, all of this file and in order, that are hidden. What was `lowered` was an
    /// error.
    pub(super) fn hide(
        &mut self,
        found: Vec<Diagnostic>,
        lowered: &FxHashSet<(Span, &'static str)>,
    ) -> Vec<Diagnostic> {
        if self.is_empty() {
            return found;
        }
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|&at| {
            let (start, end) = self.entries[at].region.unwrap_or((0, u32::MAX));
            (start, std::cmp::Reverse(end))
        });
        let mut waiting = order.into_iter().peekable();
        let mut open: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        let mut kept = Vec::with_capacity(found.len());
        for found in found {
            let at = found.primary.span.start;
            while let Some(next) = waiting.next_if(|&next| self.starts(next) <= at) {
                open.entry(self.entries[next].code.id).or_default().push(next);
            }
            let span = found.primary.span;
            let is_error = found.level == Level::Error || lowered.contains(&(span, found.code.id));
            let around = open.get_mut(found.code.id);
            if !around.is_some_and(|around| self.hides(around, span, is_error)) {
                kept.push(found);
            }
        }
        kept
    }

    fn starts(&self, entry: usize) -> u32 {
        self.entries[entry].region.map_or(0, |(start, _)| start)
    }

    /// Whether the innermost of the entries `around` hides a finding at `span`.
    fn hides(&mut self, around: &mut Vec<usize>, span: Span, is_error: bool) -> bool {
        // Regions lie in each other or apart: what ended before stays ended.
        while let Some(&last) = around.last()
            && self.entries[last].region.is_some_and(|(_, end)| end < span.start)
        {
            around.pop();
        }
        let entries = &mut self.entries;
        match around.iter().rev().find(|&&at| entries[at].has_reason || !is_error) {
            Some(&at) => {
                entries[at].used = true;
                true
            }
            None => {
                if let Some(&at) = around.last() {
                    entries[at].used = true;
                    entries[at].refused.get_or_insert(span);
                }
                false
            }
        }
    }

    /// What is to be said of the comments: those without a reason that is needed, and unless `silent`, those
    /// for which nothing was found, if they are about a code that is `told` at all. Those about the findings
    /// that are made here are left for the second time, which is the `last` one.
    pub(super) fn review(&mut self, last: bool, mut told: impl FnMut(&Code) -> bool) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for entry in &mut self.entries {
            let own = [&codes::unused_suppression::CODE, &codes::missing_reason::CODE].contains(&entry.code);
            if own != last {
                continue;
            }
            if let Some(error) = entry.refused.take() {
                found.push(codes::missing_reason::comment(entry.span, entry.code.slug, error));
            } else if !entry.used && told(entry.code) {
                let everywhere = entry.region.is_none();
                let place = if everywhere { "in this file" } else { "in this entry" };
                let slug = entry.code.slug;
                found.push(codes::unused_suppression::new(entry.span, slug, place, entry.removal));
            }
        }
        found
    }
}

/// Moves targets that are blank, or comments, to the next line with content.
fn skip_to_content(targets: &mut [(usize, std::ops::Range<usize>)], lines: &LineIndex, text: &str) {
    let mut after: Option<(usize, usize)> = None;
    for (target, _) in targets.iter_mut().rev() {
        let mut line = *target;
        while line < lines.line_count() {
            // What follows a line that was passed over before is known.
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

/// For each of the lines what belongs to the entries and items that start there: first and last byte.
fn regions(tree: &Tree, lines: &LineIndex, text: &str, wanted: &[usize]) -> FxHashMap<usize, (u32, u32)> {
    let mut regions: FxHashMap<usize, (u32, u32)> = FxHashMap::default();
    for &line in wanted.iter().filter(|&&line| line < lines.line_count()) {
        regions.entry(line).or_insert_with(|| line_range(lines, text, line));
    }
    if regions.is_empty() {
        return regions;
    }
    let mut consider = |start: Span, end: Span| {
        if let Some((_, last)) = regions.get_mut(&lines.line_of(start.start)) {
            // A container may end on blanks.
            let until = text.get(..end.end as usize).map_or(end.end as usize, |text| text.trim_end().len());
            *last = (*last).max(u32::try_from(until).unwrap_or(u32::MAX));
        }
    };
    let mut waiting: Vec<Node<'_>> = tree.root().into_iter().collect();
    while let Some(node) = waiting.pop() {
        for (key, value) in node.all_entries() {
            if key.used_at().is_none() {
                consider(key.span(), if value.used_at().is_none() { value.span() } else { key.span() });
                waiting.extend([key, value].into_iter().filter(|node| node.used_at().is_none()));
            }
        }
        for item in node.items().filter(|item| item.used_at().is_none()) {
            consider(item.span(), item.span());
            waiting.push(item);
        }
    }
    regions
}

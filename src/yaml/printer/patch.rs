//! Prints a rewritten tree by changing only those parts of the original text that the tree changes.
//!
//! Both trees are walked together. An entry that stands for a written one and has the same content stays as it
//! is, with its quotes, comments and blank lines; an entry with other content is printed in its place. The
//! entries of maps keep the order of the text. If the result is not read as the same data, for example because
//! of aliases, the whole tree is printed instead.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostics::Level;
use crate::host::Limits;
use crate::yaml::tree::{Kind, Style, Tag, Tree, YamlNode};

use super::comments::written_range;
use super::plan::Form;
use super::scalars::{self, ScalarPosition};
use super::{Printer, print_rewritten};

/// A comment to add above a line.
#[derive(Clone, Debug)]
pub struct PatchNote {
    /// A position in that line of the original text.
    pub position: u32,
    /// The comment, with its `#`.
    pub text: String,
}

/// Prints `tree`, which was made from `original`; unchanged parts stay as they are written. The `notes`, in
/// order, are added as comments.
#[must_use]
pub fn print_patched(tree: &Tree, original: &Tree, notes: &[PatchNote]) -> String {
    patched(tree, original, notes).unwrap_or_else(|| with_notes(tree, print_rewritten(tree, original), notes))
}

/// Adds notes to a text that `tree` was printed as, each above the line of the node that stands for the written one at its
/// position, or of the last one before it.
fn with_notes(tree: &Tree, text: String, notes: &[PatchNote]) -> String {
    if notes.is_empty() {
        return text;
    }
    let text = Arc::new(text);
    let (read, _) = super::super::parse(&text, tree.file(), &Limits::default());
    let mut starts: BTreeMap<u32, u32> = BTreeMap::new();
    let mut queue: Vec<_> = tree.root().zip(read.root()).into_iter().collect();
    let mut stands_for = |written: u32, printed: u32| {
        starts.entry(written).and_modify(|first| *first = printed.min(*first)).or_insert(printed);
    };
    while let Some((new, read)) = queue.pop() {
        stands_for(new.span().start, read.span().start);
        for (new, read) in new.entries().zip(read.entries()) {
            // An element of XML starts before the attribute with its name.
            if new.1.span().start < new.0.span().start {
                stands_for(new.1.span().start, read.0.span().start);
            }
            queue.extend([(new.1, read.1), (new.0, read.0)]);
        }
        queue.extend(new.items().zip(read.items()));
    }
    let place =
        |note: &PatchNote| starts.range(..=note.position).next_back().map_or(0, |(_, start)| *start as usize);
    let mut places: Vec<(usize, &str)> = notes.iter().map(|note| (place(note), note.text.as_str())).collect();
    places.sort_by_key(|(position, _)| *position);
    let mut out = Output { text: String::with_capacity(text.len()) };
    let mut position = 0;
    for (start, note) in places {
        let line = text[..start].rfind('\n').map_or(0, |index| index + 1);
        let indent = &text[line..];
        let indent = &indent[..indent.len() - indent.trim_start_matches(' ').len()];
        out.push(&text, &mut position, start);
        out.add_above(note, indent);
    }
    out.push(&text, &mut position, text.len());
    out.text
}

fn patched(tree: &Tree, original: &Tree, notes: &[PatchNote]) -> Option<String> {
    if original.rewritten || original.damaged {
        return None;
    }
    let (new, old) = (tree.root()?, original.root()?);
    let mut patcher =
        Patcher { printer: Printer::new(tree, original), text: original.source(), edits: Vec::new() };
    if !patcher.node(new, old, Place { flow: false, indent: 0 }) {
        return None;
    }
    let text = patcher.apply(original, notes);
    let (read, problems) = super::super::parse(&Arc::new(text.clone()), tree.file(), &Limits::default());
    // An anchor that is no longer used is only a warning.
    let is_readable = problems.iter().all(|problem| problem.level != Level::Error);
    let is_faithful = is_readable && read.root().is_some_and(|root| is_same_data(new, root));
    is_faithful.then_some(text)
}

/// Whether two nodes are written alike: the same data in the same order.
fn is_same(new: YamlNode<'_>, old: YamlNode<'_>) -> bool {
    if new.kind() != old.kind() || new.text() != old.text() || new.scalar() != old.scalar() {
        return false;
    }
    let items = new.items().count() == old.items().count()
        && new.items().zip(old.items()).all(|(new, old)| is_same(new, old));
    items
        && new.all_entries().count() == old.all_entries().count()
        && new
            .all_entries()
            .zip(old.all_entries())
            .all(|((new_key, new), (old_key, old))| is_same(new_key, old_key) && is_same(new, old))
}

/// Whether two nodes have the same data; the entries of maps may be in any order.
fn is_same_data(first: YamlNode<'_>, second: YamlNode<'_>) -> bool {
    if first.kind() != second.kind() || first.text() != second.text() || first.scalar() != second.scalar() {
        return false;
    }
    if !first.is_mapping() {
        return first.items().count() == second.items().count()
            && first.items().zip(second.items()).all(|(first, second)| is_same_data(first, second));
    }
    let mut by_name: FxHashMap<&str, Vec<(YamlNode<'_>, YamlNode<'_>)>> = FxHashMap::default();
    for (key, value) in second.entries() {
        by_name.entry(key.text()).or_default().push((key, value));
    }
    first.entries().count() == second.entries().count()
        && first.entries().all(|(key, value)| {
            let known = by_name.get(key.text()).into_iter().flatten();
            known.into_iter().any(|(other, known)| is_same_data(key, *other) && is_same_data(value, *known))
        })
}

/// A part of the text and what replaces it.
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// Where a node is written.
#[derive(Clone, Copy)]
struct Place {
    /// Between brackets.
    flow: bool,
    /// The column of the entry that it is the value of.
    indent: usize,
}

struct Patcher<'t> {
    printer: Printer<'t>,
    text: &'t str,
    edits: Vec<Edit>,
}

/// The entries or items of a container, in pairs of keys and values; an item is its own key.
type Children<'t> = Vec<(YamlNode<'t>, YamlNode<'t>)>;

impl<'t> Patcher<'t> {
    /// Changes the text of `old` to that of `new`. Returns `false` if that is not possible in its place.
    fn node(&mut self, new: YamlNode<'t>, old: YamlNode<'t>, place: Place) -> bool {
        if is_same(new, old) {
            return true;
        }
        if old.used_at().is_some() || old.tag().is_some() || old.data().tag() != Tag::None {
            return false;
        }
        let is_container = matches!(old.kind(), Kind::Mapping | Kind::Sequence);
        if is_container && new.kind() == old.kind() && self.printer.plan.alias(new).is_none() {
            let checkpoint = self.edits.len();
            if self.container(new, old, place) {
                return true;
            }
            self.edits.truncate(checkpoint);
        }
        let is_block = match old.style() {
            Style::Block => {
                is_container && !place.flow && (old.written().contains('\n') || self.starts_line(old))
            }
            Style::Literal | Style::Folded => true,
            _ => false,
        };
        if is_block {
            return false;
        }
        let Some(mut text) = self.inline(new, place) else { return false };
        let (start, end) = range(old);
        if start == end {
            text.insert(0, ' ');
        }
        self.edits.push(Edit { start, end, text });
        true
    }

    /// Whether a node is the first in its line, where only a list or map in block style can be the value of a key.
    fn starts_line(&self, node: YamlNode<'t>) -> bool {
        let before = &self.text[..node.span().start as usize];
        before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
    }

    /// Prints a node that fits in a line.
    fn inline(&mut self, node: YamlNode<'t>, place: Place) -> Option<String> {
        let form = self.printer.plan.form(node);
        let fits = match form {
            Form::Scalar | Form::Flow => true,
            Form::Either => place.flow,
            Form::Lines | Form::Block => self.printer.plan.alias(node).is_some(),
        };
        if !fits {
            return None;
        }
        if form == Form::Scalar && !place.flow && self.printer.plan.alias(node).is_none() {
            let position =
                ScalarPosition { flow: false, key: false, indent: place.indent + 2, keep_quotes: true };
            return Some(scalars::inline(node, position));
        }
        Some(self.flow_fragment(|printer| printer.flow_node(node, place.indent + 2, false)))
    }

    /// Returns what `print` prints.
    fn fragment(&mut self, print: impl FnOnce(&mut Printer<'t>)) -> String {
        self.printer.out.clear();
        self.printer.kept = false;
        print(&mut self.printer);
        self.printer.inline = false;
        self.printer.end_of_part = None;
        let mut text = std::mem::take(&mut self.printer.out);
        if text.ends_with('\n') {
            text.pop();
        }
        text
    }

    /// Returns what `print` prints between brackets, without comments: these stay in the text.
    fn flow_fragment(&mut self, print: impl FnOnce(&mut Printer<'t>)) -> String {
        let surroundings = std::mem::take(&mut self.printer.surroundings);
        let text = self.fragment(print);
        self.printer.surroundings = surroundings;
        text
    }

    /// Changes the children of a list or map.
    fn container(&mut self, new: YamlNode<'t>, old: YamlNode<'t>, place: Place) -> bool {
        let is_flow = place.flow || old.style() == Style::Flow;
        if is_flow && self.printer.plan.form(new) == Form::Lines {
            return false;
        }
        let is_map = old.is_mapping();
        let old_children: Children<'t> =
            if is_map { old.all_entries().collect() } else { old.items().map(|item| (item, item)).collect() };
        let new_children: Children<'t> = if is_map {
            self.printer.plan.entries(new).collect()
        } else {
            new.items().map(|item| (item, item)).collect()
        };
        let is_merged =
            |(key, _): &(YamlNode<'_>, YamlNode<'_>)| is_map && (key.used_at().is_some() || key.is_skipped());
        if old_children.is_empty() || old_children.iter().chain(&new_children).any(is_merged) {
            return false;
        }
        let matched = if is_map {
            match_entries(&new_children, &old_children)
        } else {
            match_items(&new_children, &old_children)
        };
        if matched.iter().all(Option::is_none) {
            return false;
        }
        let brackets = is_flow && old.style() == Style::Block;
        let all_stay = matched.len() == old_children.len() && matched.iter().all(Option::is_some);
        if brackets && !all_stay {
            return false;
        }
        let Some(starts) = self.starts(&old_children, is_map, is_flow) else { return false };
        let inner =
            Place { flow: is_flow, indent: if is_flow { place.indent } else { self.column(starts[0]) } };
        let siblings = Siblings { old: &old_children, starts: &starts, is_map, place: inner };
        let mut last: Option<usize> = None;
        for (child, found) in new_children.iter().zip(&matched) {
            let done = match found {
                Some(index) => {
                    last = Some(*index);
                    self.child(*child, &siblings, *index)
                }
                None => self.insert(*child, &siblings, last),
            };
            if !done {
                return false;
            }
        }
        let is_kept = |index: usize| matched.contains(&Some(index));
        (0..old_children.len())
            .filter(|index| !is_kept(*index))
            .all(|index| self.delete(&siblings, index, &is_kept))
    }

    /// Returns where the children start, with their dashes.
    fn starts(&self, children: &Children<'t>, is_map: bool, is_flow: bool) -> Option<Vec<usize>> {
        let start = |key: YamlNode<'t>| {
            let start = [key.anchor(), key.tag()].into_iter().flatten().map(|span| span.start as usize);
            let start = start.fold(range(key).0, usize::min);
            if is_map || is_flow {
                return Some(start);
            }
            let before = self.text[..start].trim_end_matches([' ', '&', '!']);
            before.ends_with('-').then(|| before.len() - 1)
        };
        children.iter().map(|(key, _)| start(*key)).collect()
    }

    /// Changes a child to `new`.
    fn child(
        &mut self,
        new: (YamlNode<'t>, YamlNode<'t>),
        siblings: &Siblings<'_, 't>,
        index: usize,
    ) -> bool {
        let (old_key, old) = siblings.old[index];
        let Place { flow, indent } = siblings.place;
        let checkpoint = self.edits.len();
        let same_key = !siblings.is_map || {
            is_same(new.0, old_key) || {
                let position = ScalarPosition { flow, key: true, indent, keep_quotes: true };
                let text = scalars::inline(new.0, position);
                let (start, end) = range(old_key);
                self.edits.push(Edit { start, end, text });
                new.0.kind() == Kind::Scalar && old_key.kind() == Kind::Scalar && start < end
            }
        };
        if same_key && self.node(new.1, old, siblings.place) {
            return true;
        }
        self.edits.truncate(checkpoint);
        if flow {
            return false;
        }
        let start = siblings.starts[index];
        let end = self.line_end(range(old).1.max(range(old_key).1));
        let text = self.lines_of(new, siblings, end);
        self.edits.push(Edit { start, end, text });
        true
    }

    /// Prints a child in separate lines, without the indentation of the first one. It stands for what ends at `end`.
    fn lines_of(
        &mut self,
        child: (YamlNode<'t>, YamlNode<'t>),
        siblings: &Siblings<'_, 't>,
        end: usize,
    ) -> String {
        let indent = siblings.place.indent;
        let is_map = siblings.is_map;
        let (key, value) = child;
        self.fragment(|printer| {
            printer.inline = true;
            printer.end_of_part = u32::try_from(end).ok();
            let mut layout =
                if is_map { printer.surroundings.entry(key) } else { printer.surroundings.item(key) };
            layout.blank = false;
            layout.below.clear();
            // Comments above it stay in the text.
            layout.before.clear();
            if is_map {
                printer.entry(key, value, layout, indent, true);
            } else {
                printer.item(value, layout, indent, true);
            }
        })
        .trim_start()
        .to_owned()
    }

    /// Adds a child after the one at `last`, or before all others.
    fn insert(
        &mut self,
        new: (YamlNode<'t>, YamlNode<'t>),
        siblings: &Siblings<'_, 't>,
        last: Option<usize>,
    ) -> bool {
        let Place { flow, indent } = siblings.place;
        let text = if flow {
            if matches!(self.printer.plan.form(new.1), Form::Lines | Form::Block) {
                return false;
            }
            self.flow_fragment(|printer| {
                if siblings.is_map {
                    printer.flow_entry(new.0, new.1, indent + 2);
                } else {
                    printer.flow_node(new.1, indent + 2, false);
                }
            })
        } else {
            let end = self.line_end(range(new.1).1.max(range(new.0).1));
            // Another child stands for the entry at its place, and has its comments.
            if siblings.is_map && siblings.old.iter().any(|(key, _)| range(*key) == range(new.0)) {
                self.printer.surroundings.entry(new.0);
            }
            self.lines_of(new, siblings, end)
        };
        let (at, text) = match last {
            Some(last) => {
                let end = range(siblings.old[last].1).1.max(range(siblings.old[last].0).1);
                let is_apart = siblings
                    .starts
                    .get(last + 1)
                    .is_some_and(|next| indent == 0 && self.is_after_blank(*next));
                let gap = if is_apart { "\n\n" } else { "\n" };
                if flow {
                    (end, format!(", {text}"))
                } else {
                    (self.line_end(end), format!("{gap}{}{text}", " ".repeat(indent)))
                }
            }
            None if flow => (siblings.starts[0], format!("{text}, ")),
            None => (siblings.starts[0], format!("{text}\n{}", " ".repeat(indent))),
        };
        self.edits.push(Edit { start: at, end: at, text });
        true
    }

    /// Removes the child at `index`.
    fn delete(
        &mut self,
        siblings: &Siblings<'_, 't>,
        index: usize,
        is_kept: &impl Fn(usize) -> bool,
    ) -> bool {
        let start = siblings.starts[index];
        let (key, value) = siblings.old[index];
        let end = range(value).1.max(range(key).1);
        let line_start = self.text[..start].rfind('\n').map_or(0, |index| index + 1);
        let starts_line = self.text[line_start..start].trim().is_empty();
        let (start, end) = if siblings.place.flow || !starts_line {
            match siblings.starts.get(index + 1) {
                Some(next) if is_kept(index + 1) || siblings.place.flow => (start, *next),
                None if siblings.place.flow && index > 0 && is_kept(index - 1) => {
                    let (key, value) = siblings.old[index - 1];
                    (range(value).1.max(range(key).1), end)
                }
                _ => return false,
            }
        } else {
            let end = self.line_end(end);
            let mut end = self.text[end..].find('\n').map_or(end, |index| end + index + 1);
            // One blank line is enough, and none is needed at the start.
            let before = self.text[..line_start].trim_end_matches('\r');
            if before.ends_with("\n\n") || before.trim_end().ends_with(':') {
                end += self.text[end..].bytes().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            }
            (line_start, end)
        };
        self.edits.push(Edit { start, end, text: String::new() });
        true
    }

    /// Whether the line at `position`, or the first of the comments above it, comes after a blank line.
    fn is_after_blank(&self, position: usize) -> bool {
        let line = self.text[..position].rfind('\n').map_or(0, |index| index + 1);
        let mut before = self.text[..line].lines().rev();
        before.find(|line| !line.trim_start().starts_with('#')).is_some_and(|line| line.trim().is_empty())
    }

    /// The end of the line at `position`, without its line break.
    fn line_end(&self, position: usize) -> usize {
        // A block scalar ends after its line break.
        let position = if self.text[..position].ends_with('\n') { position - 1 } else { position };
        let end = self.text[position..].find('\n').map_or(self.text.len(), |index| position + index);
        if self.text[..end].ends_with('\r') { end - 1 } else { end }
    }

    /// The indentation of the line at `position`.
    fn indent(&self, position: usize) -> &'t str {
        let line = &self.text[self.text[..position].rfind('\n').map_or(0, |index| index + 1)..];
        &line[..line.len() - line.trim_start_matches(' ').len()]
    }

    fn column(&self, position: usize) -> usize {
        let start = self.text[..position].rfind('\n').map_or(0, |index| index + 1);
        self.text[start..position].trim_start_matches('\u{feff}').chars().count()
    }

    /// Returns the text with all edits. Comments that no edit prints, and `notes`, are put above it.
    fn apply(mut self, original: &Tree, notes: &[PatchNote]) -> String {
        self.edits.sort_by_key(|edit| (edit.start, edit.end));
        let mut comments: Vec<(usize, &str)> = original
            .comments()
            .map(|span| (span.start as usize, self.text.get(span.range()).unwrap_or("").trim_end()))
            .collect();
        comments.sort_unstable();
        comments.dedup();
        let mut printed: FxHashMap<&str, usize> = FxHashMap::default();
        for (_, text) in &comments {
            let lines = || self.edits.iter().flat_map(|edit| edit.text.lines());
            let count = |text: &str| lines().filter(|line| line.ends_with(text)).count();
            printed.entry(text).or_insert_with(|| count(text));
        }
        let mut out = Output { text: String::with_capacity(self.text.len()) };
        let mut comments = comments.into_iter().peekable();
        let mut notes = notes.iter().peekable();
        let mut position = 0;
        // The line where the text of the last edit begins.
        let mut above = None;
        for edit in &self.edits {
            if edit.start < position {
                continue;
            }
            let follows =
                self.text.get(position..edit.start).is_some_and(|between| between.trim().is_empty());
            let is_deletion = edit.text.trim().is_empty();
            // What is deleted right after another edit is printed there.
            above = above.filter(|_| follows && is_deletion);
            while let Some(note) = notes.next_if(|note| (note.position as usize) < edit.start) {
                out.push(self.text, &mut position, note.position as usize);
                out.add_above(&note.text, self.indent(note.position as usize));
            }
            out.push(self.text, &mut position, edit.start);
            while let Some((start, text)) = comments.next_if(|(start, _)| *start < edit.end) {
                if start < edit.start {
                    continue;
                }
                match printed.get_mut(text).filter(|count| **count > 0) {
                    Some(count) => *count -= 1,
                    None => out.add_above(text, self.indent(start)),
                }
            }
            while let Some(note) =
                notes.next_if(|note| (note.position as usize) < edit.end.max(edit.start + 1))
            {
                let indent = self.indent(note.position as usize);
                match &mut above {
                    Some(line) => *line += out.add_at(*line, &note.text, indent),
                    None => out.add_above(&note.text, indent),
                }
            }
            let lines_before = edit.text.len() - edit.text.trim_start_matches(['\r', '\n']).len();
            let begin = out.text.len() + lines_before;
            out.text.push_str(&edit.text);
            if !is_deletion {
                above = Some(out.text[..begin].rfind('\n').map_or(0, |index| index + 1));
            }
            position = edit.end;
        }
        for note in notes {
            out.push(self.text, &mut position, note.position as usize);
            out.add_above(&note.text, self.indent(note.position as usize));
        }
        out.push(self.text, &mut position, self.text.len());
        if self.text.contains("\r\n") {
            out.text.replace("\r\n", "\n").replace('\n', "\r\n")
        } else {
            out.text
        }
    }
}

struct Output {
    text: String,
}

impl Output {
    /// Adds the original text from `position` up to `end`.
    fn push(&mut self, text: &str, position: &mut usize, end: usize) {
        self.text.push_str(text.get(*position..end).unwrap_or(""));
        *position = end.max(*position);
    }

    /// Adds a comment above the last line.
    fn add_above(&mut self, comment: &str, written_indent: &str) {
        let line = self.text.rfind('\n').map_or(0, |index| index + 1);
        self.add_at(line, comment, written_indent);
    }

    /// Adds a comment above the line that starts at `line`; returns its length.
    fn add_at(&mut self, line: usize, comment: &str, written_indent: &str) -> usize {
        let below = &self.text[line..];
        let blanks = below.len() - below.trim_start_matches(' ').len();
        let indent = if below.is_empty() { written_indent } else { &below[..blanks] };
        let comment = format!("{indent}{comment}\n");
        self.text.insert_str(line, &comment);
        comment.len()
    }
}

/// The children of a written list or map.
struct Siblings<'s, 't> {
    old: &'s Children<'t>,
    starts: &'s [usize],
    is_map: bool,
    place: Place,
}

fn range(node: YamlNode<'_>) -> (usize, usize) {
    let (start, end) = written_range(node);
    (start as usize, end as usize)
}

/// Returns the index of the written entry that each new one stands for: the one with the same key, or else one
/// that no other entry stands for.
fn match_entries(new: &Children<'_>, old: &Children<'_>) -> Vec<Option<usize>> {
    let by_start: FxHashMap<usize, usize> =
        old.iter().enumerate().map(|(index, (key, _))| (range(*key).0, index)).collect();
    let mut is_taken = vec![false; old.len()];
    let mut matched = vec![None; new.len()];
    for by_text in [true, false] {
        for (found, (key, _)) in matched.iter_mut().zip(new).filter(|(found, _)| found.is_none()) {
            let Some(&index) = by_start.get(&range(*key).0) else { continue };
            let is_same_key = key.text() == old[index].0.text();
            if range(*key) == range(old[index].0) && !is_taken[index] && (is_same_key || !by_text) {
                is_taken[index] = true;
                *found = Some(index);
            }
        }
    }
    matched
}

/// Returns the index of the written item that each new one stands for, in order.
fn match_items(new: &Children<'_>, old: &Children<'_>) -> Vec<Option<usize>> {
    let mut next = 0;
    let find = |(item, _): &(YamlNode<'_>, YamlNode<'_>)| {
        let start = range(*item).0;
        let is_inside = |(old, _): &(YamlNode<'_>, YamlNode<'_>)| {
            let (first, end) = range(*old);
            start == first || (first..end).contains(&start)
        };
        let index = next + old[next..].iter().position(is_inside)?;
        next = index + 1;
        Some(index)
    };
    new.iter().map(find).collect()
}

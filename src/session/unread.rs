//! What could not be read, as the findings about the shape of files say.
//!
//! Input: the findings of all phases, and the files. Output: the entries around these findings, and the names inside of
//! them.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Leaves, Level, Needs};
use crate::yaml::YamlNode;

use super::around::{Around, KeyAndValue};

/// The maximum number of findings that count: with more mistakes, some consequences are reported as well.
pub(super) const MAX_FINDINGS: usize = 1_000;

/// The maximum number of names that one finding hides.
const MAX_NAMES: usize = 2_000;

/// The sections whose members refine those of a type.
const MEMBERS: [&str; 3] = ["attributes", "inputs", "properties"];

/// The sections of the entities that have such sections.
const OWNERS: [&str; 4] = ["capabilities", "interfaces", "notifications", "operations"];

/// An entry of a map: its file and the position of its key.
pub(super) type Entry = (FileId, u32);

/// The entries that could not be read completely.
#[derive(Default)]
pub(super) struct Unread<'g> {
    /// The entries around findings.
    pub(super) around: FxHashSet<Entry>,
    /// The entries whose maps have a key that could not be read.
    pub(super) with_wrong_key: FxHashSet<Entry>,
    /// The entries around syntax errors.
    pub(super) damaged: FxHashSet<Entry>,
    /// The locations of malformed lines.
    pub(super) malformed: Vec<Span>,
    /// The names of entries that could not be read, and of those inside of an unknown section.
    pub(super) names: FxHashMap<&'g str, Vec<UnreadName>>,
    /// The entities that have keynames of another kind of entity, by their names.
    pub(super) entities: FxHashMap<&'g str, Vec<FileId>>,
    /// The words that are values inside of entries that could not be read.
    pub(super) words: FxHashMap<&'g str, Vec<FileId>>,
    /// The keys at findings, as they should be as well, and around them, each with the entry whose map has it.
    pub(super) sections: FxHashMap<Box<str>, Vec<(FileId, Option<Entry>)>>,
    /// The files with an entity of a service template that could not be read.
    pub(super) services: FxHashSet<FileId>,
    /// The keys of values that their types do not define.
    pub(super) undefined: FxHashMap<&'g str, Vec<UnreadName>>,
    /// The keys at findings, each with an entry around it.
    pub(super) keys: FxHashSet<(Entry, &'g str)>,
    /// The keys at findings, and those inside of them, each with its file and the entry whose map has it.
    pub(super) beside: FxHashSet<(FileId, Option<Entry>, &'g str)>,
    /// The locations of values that are not known.
    pub(super) values: FxHashSet<Entry>,
    /// The types with a parent of another kind, and templates with such a type, by their names.
    pub(super) wrong_kinds: FxHashMap<&'g str, Vec<FileId>>,
    /// The same types and templates.
    pub(super) of_wrong_kind: FxHashSet<Entry>,
    /// The definitions of inputs that have no value, as other findings say.
    pub(super) unassigned: FxHashSet<Entry>,
    /// The prefixes that no import of a file declares.
    pub(super) prefixes: FxHashSet<(FileId, Box<str>)>,
    /// The parts where syntax errors follow from keynames that are not indented deeply enough.
    pub(super) unindented: Vec<Span>,
    /// The locations of syntax errors and of keys that belong into another section.
    pub(super) broken: Vec<Span>,
}

/// A name that could not be read where it belongs.
pub(super) struct UnreadName {
    pub(super) key: Entry,
    /// The entry whose map has the key that could not be read, or `None` for the root of the file.
    pub(super) outer: Option<Entry>,
    /// The entries around the finding that says so.
    pub(super) around: Rc<[Entry]>,
}

impl<'g> Unread<'g> {
    /// Collects what the findings say that could not be read.
    pub(super) fn new(around: &Around<'g>, diagnostics: &[Diagnostic]) -> Self {
        let mut unread = Self::default();
        // Many findings may refer to one section, whose names are listed once.
        let mut listed = FxHashSet::default();
        for diagnostic in diagnostics
            .iter()
            .filter(|finding| !finding.is_of_variant && finding.rule.leaves(Leaves::Parts, finding.level))
            .take(MAX_FINDINGS)
        {
            unread.add(around, diagnostic, &mut listed);
        }
        let is_error = |finding: &&Diagnostic| !finding.is_of_variant && finding.level == Level::Error;
        for diagnostic in diagnostics.iter().filter(is_error).take(MAX_FINDINGS) {
            let leaves = |what| diagnostic.rule.leaves(what, diagnostic.level);
            if leaves(Leaves::Value) {
                unread.values.insert(start_of(diagnostic.primary.span));
            }
            if leaves(Leaves::Inputs) {
                unread.unassigned.extend(diagnostic.secondary.iter().map(|label| start_of(label.span)));
            }
            if leaves(Leaves::Names) {
                unread.add_undefined(around, diagnostic.primary.span);
            }
            if leaves(Leaves::Kind)
                && let [.., (outer, _), (key, _)] = around.entries(diagnostic.primary.span)[..]
                && matches!(key.text(), "type" | "derived_from")
            {
                unread.of_wrong_kind.insert(place(outer));
                unread.wrong_kinds.entry(outer.text()).or_default().push(place(outer).0);
            }
            if leaves(Leaves::Prefix) {
                let prefixes =
                    diagnostic.missed.iter().map(|prefix| (diagnostic.primary.span.file, prefix.clone()));
                unread.prefixes.extend(prefixes);
            }
        }
        unread
    }

    /// Whether nothing follows from the findings.
    pub(super) fn is_empty(&self) -> bool {
        self.around.is_empty()
            && self.names.is_empty()
            && self.values.is_empty()
            && self.of_wrong_kind.is_empty()
            && self.unassigned.is_empty()
            && self.prefixes.is_empty()
    }

    fn add(&mut self, places: &Around<'g>, diagnostic: &Diagnostic, listed: &mut FxHashSet<(Entry, bool)>) {
        // What a syntax error leaves of an entry is read.
        let leaves = |what| diagnostic.rule.leaves(what, diagnostic.level);
        let is_whole = !diagnostic.rule.code.starts_with("T01");
        let primary = places.entries(diagnostic.primary.span);
        if !is_whole {
            self.damaged.extend(primary.iter().map(|(key, _)| place(*key)));
            if leaves(Leaves::Lines) {
                self.malformed.push(diagnostic.primary.span);
            }
            self.broken.push(diagnostic.primary.span);
            self.add_lost(places, diagnostic.primary.span, &primary);
        }
        if let [(section, _), _, _, ..] = primary[..]
            && section.text() == "service_template"
            && is_whole
        {
            self.services.insert(place(section).0);
        }
        if let [.., (key, value)] = primary[..] {
            let is_at_key = key.span().start == diagnostic.primary.span.start;
            let outer = primary.iter().rev().nth(1).map(|(key, _)| *key);
            let section = primary.iter().rev().nth(2).map(|(section, _)| section.text());
            let is_member = section.is_some_and(|section| OWNERS.contains(&section));
            if let Some(outer) = outer.filter(|_| is_at_key || !diagnostic.rule.is_about_shape()) {
                self.with_wrong_key.insert(place(outer));
                if diagnostic.explains.is_some() {
                    self.entities.entry(outer.text()).or_default().push(place(outer).0);
                }
            }
            if is_at_key && is_whole && !diagnostic.rule.needs(Needs::Indentation) {
                self.broken.push(key.span());
            }
            if leaves(Leaves::Indentation) {
                self.unindented.push(key.span().to(value.span()));
            }
            if leaves(Leaves::Value) {
                self.values.extend([place(key), start_of(value.span())]);
                if let Some(outer) = outer.filter(|_| MEMBERS.contains(&key.text()) && is_member) {
                    self.entities.entry(outer.text()).or_default().push(place(outer).0);
                }
            }
            if leaves(Leaves::Member) {
                self.entities.entry(key.text()).or_default().push(place(key).0);
            }
        }
        let labeled = diagnostic.secondary.iter().map(|label| places.entries(label.span));
        for around in std::iter::once(primary).chain(labeled) {
            let Some(&(innermost, value)) = around.last() else { continue };
            if !listed.insert((place(innermost), is_whole)) {
                continue;
            }
            let places: Rc<[Entry]> = around.iter().map(|(key, _)| place(*key)).collect();
            self.around.extend(places.iter().copied());
            // A misspelled keyname counts as the one that a fix writes.
            for edit in diagnostic.fixes.iter().flat_map(|fix| &fix.edits) {
                let outer = around.iter().rev().nth(1).map(|(key, _)| place(*key));
                self.sections.entry(edit.text.as_str().into()).or_default().push((place(innermost).0, outer));
            }
            let is_in_map = |key: YamlNode<'_>| {
                let index = around.iter().position(|(known, _)| known.id() == key.id());
                index.is_some_and(|index| index == 0 || around[index - 1].1.is_mapping())
            };
            let outer = |depth: usize| around.iter().rev().nth(depth).map(|(key, _)| *key);
            let at_finding = [(innermost, outer(1))].into_iter();
            let around_it = outer(1).filter(|_| is_whole).map(|key| (key, outer(2)));
            for (key, outer) in at_finding.chain(around_it) {
                let outer = outer.map(place);
                self.keys.extend(places.iter().map(|entry| (*entry, key.text())));
                if is_in_map(key) {
                    self.beside.insert((place(key).0, outer, key.text()));
                }
                self.sections.entry(key.text().into()).or_default().push((place(key).0, outer));
                self.add_name(key, outer, &places);
            }
            if is_whole && !diagnostic.rule.needs(Needs::Keynames) {
                let outer = outer(1).map(place);
                let inside = value.entries().filter(|_| is_in_map(innermost));
                self.beside.extend(inside.map(|(key, _)| (place(key).0, outer, key.text())));
                // All of an entity may belong elsewhere.
                let entity = around_it.filter(|_| diagnostic.explains.is_some()).map(|(entity, _)| entity);
                self.add_inside(entity.map_or(value, YamlNode::entry_value), outer, &places);
            }
        }
    }

    /// Adds the keys of the lines after a syntax error that are not in the tree, and that of the entry before it, whose
    /// lines they may be.
    fn add_lost(&mut self, places: &Around<'g>, error: Span, around: &[KeyAndValue<'g>]) {
        let outer = around.last().map(|(key, _)| place(*key));
        let map = around.last().map(|(_, map)| *map).or_else(|| places.root(error.file));
        let before = map.and_then(|map| places.entry_before(map, error.start));
        let around: Rc<[Entry]> = around.iter().map(|(key, _)| place(*key)).collect();
        if let Some((key, _)) = before {
            self.add_name(key, outer, &around);
        }
        let Some(file) = places.graph.files.get(error.file.index()) else { return };
        let text = file.tree().source().as_str();
        let end = places.next_start(error.file, error.start).map_or(text.len(), |start| start as usize);
        let start = text[..error.start as usize].rfind('\n').map_or(0, |index| index + 1);
        let lines = text.get(start..end).into_iter().flat_map(str::lines);
        for line in lines.take(MAX_NAMES) {
            let line = line.trim_start_matches([' ', '-']);
            if let Some((name, _)) = line.split_once(':') {
                let unread = UnreadName { key: start_of(error), outer, around: Rc::clone(&around) };
                self.names.entry(name).or_default().push(unread);
            }
        }
    }

    /// Adds the key of a value that its type does not define, and the keys inside of the value.
    fn add_undefined(&mut self, places: &Around<'g>, span: Span) {
        let entries = places.entries(span);
        let Some(&(key, value)) = entries.last() else { return };
        let around: Rc<[Entry]> = entries.iter().map(|(key, _)| place(*key)).collect();
        let mut pending = vec![(key, value)];
        let mut count = 0;
        while let Some((key, value)) = pending.pop().filter(|_| count < MAX_NAMES) {
            count += 1;
            let name = UnreadName { key: place(key), outer: None, around: Rc::clone(&around) };
            self.undefined.entry(key.text()).or_default().push(name);
            pending.extend(value.entries());
        }
    }

    fn add_name(&mut self, key: YamlNode<'g>, outer: Option<Entry>, around: &Rc<[Entry]>) {
        let name = UnreadName { key: place(key), outer, around: Rc::clone(around) };
        self.names.entry(key.text()).or_default().push(name);
    }

    /// Adds the keys and words inside of a value.
    fn add_inside(&mut self, value: YamlNode<'g>, outer: Option<Entry>, around: &Rc<[Entry]>) {
        let mut pending = vec![value];
        let mut count = 0;
        while let Some(node) = pending.pop() {
            count += 1;
            if count > MAX_NAMES {
                return;
            }
            if let Some(word) = node.as_str() {
                self.words.entry(word).or_default().push(node.tree().file());
            }
            for (key, value) in node.entries() {
                self.add_name(key, outer, around);
                pending.push(value);
            }
            pending.extend(node.items());
        }
    }
}

/// The spans of a finding and of its labels.
pub(super) fn spans_of(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> {
    std::iter::once(diagnostic.primary.span).chain(diagnostic.secondary.iter().map(|label| label.span))
}

pub(super) fn place(key: YamlNode<'_>) -> Entry {
    (key.tree().file(), key.span().start)
}

pub(super) fn start_of(span: Span) -> Entry {
    (span.file, span.start)
}

pub(super) fn contains(outer: Span, span: Span) -> bool {
    outer.file == span.file && outer.start <= span.start && span.end <= outer.end
}

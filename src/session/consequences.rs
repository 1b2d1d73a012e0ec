//! Removes findings that follow from others.
//!
//! Input: the findings of all phases, and the files. Output: the findings without those in a part of the text that another
//! finding explains, and without those whose rules need what could not be read.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Needs, rules};
use crate::load::FileGraph;
use crate::syntax;

use super::around::{Around, KeyAndValue};
use super::unread::{Entry, MAX_FINDINGS, Unread, UnreadName, contains, place, spans_of, start_of};

/// Removes the findings that follow from others.
pub(super) fn remove(graph: &FileGraph, diagnostics: &mut Vec<Diagnostic>) {
    remove_typographic(diagnostics);
    let explained = Explained::new(diagnostics);
    let around = Around::new(graph);
    let unread = Unread::new(&around, diagnostics);
    if explained.is_empty() && unread.is_empty() {
        return;
    }
    let mut compared = 0;
    diagnostics.retain(|diagnostic| {
        if diagnostic.is_of_variant {
            return true;
        }
        if explained.has(diagnostic) {
            return false;
        }
        if diagnostic.rule.needs.is_empty() && diagnostic.missed.is_empty() {
            return true;
        }
        compared += 1;
        compared >= MAX_FINDINGS || !Question::new(&around, &unread, diagnostic).is_open()
    });
}

/// Removes findings about typographic quotes where another finding shows that the text is wrong.
fn remove_typographic(diagnostics: &mut Vec<Diagnostic>) {
    let is_typographic =
        |diagnostic: &Diagnostic| diagnostic.rule.code == rules::typographic_quotes::RULE.code;
    if diagnostics.iter().any(is_typographic) {
        let others = diagnostics.iter().filter(|diagnostic| !is_typographic(diagnostic));
        let spans: FxHashSet<Span> = others.map(|diagnostic| diagnostic.primary.span).collect();
        diagnostics
            .retain(|diagnostic| !is_typographic(diagnostic) || !spans.contains(&diagnostic.primary.span));
    }
}

/// The parts that findings explain, by file and rule: by their starts, each with the last end up to it.
#[derive(Default)]
struct Explained {
    parts: BTreeMap<(FileId, &'static str), Vec<(u32, u32)>>,
}

impl Explained {
    fn new(diagnostics: &[Diagnostic]) -> Self {
        let mut explained = Self::default();
        for diagnostic in diagnostics {
            if let Some(part) = diagnostic.explains.filter(|_| !diagnostic.is_of_variant) {
                let known = explained.parts.entry((part.file, diagnostic.rule.code)).or_default();
                known.push((part.start, part.end));
            }
        }
        for parts in explained.parts.values_mut() {
            parts.sort_unstable();
            let mut last = 0;
            for (_, end) in parts {
                last = last.max(*end);
                *end = last;
            }
        }
        explained
    }

    fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether a finding is inside of a part that another one explains.
    fn has(&self, diagnostic: &Diagnostic) -> bool {
        let (rule, span) = (diagnostic.rule, diagnostic.primary.span);
        self.parts.iter().any(|((file, other), parts)| {
            let started = parts.partition_point(|(start, _)| *start <= span.start);
            *file == span.file
                && !(rule.is_about_shape() && *other == rule.code)
                && started.checked_sub(1).is_some_and(|last| span.end <= parts[last].1)
        })
    }
}

/// The question whether a finding would be true whatever the parts say that could not be read.
struct Question<'a, 'g> {
    places: &'a Around<'g>,
    unread: &'a Unread<'g>,
    diagnostic: &'a Diagnostic,
    /// The entries around the finding, outermost first.
    around: Vec<KeyAndValue<'g>>,
}

impl<'a, 'g> Question<'a, 'g> {
    fn new(places: &'a Around<'g>, unread: &'a Unread<'g>, diagnostic: &'a Diagnostic) -> Self {
        Self { places, unread, diagnostic, around: places.entries(diagnostic.primary.span) }
    }

    /// Whether something that the finding relies on could not be read.
    fn is_open(&self) -> bool {
        let reached = LazyCell::new(|| self.places.graph.reached(self.span().file, true));
        let sees = |file: FileId| file == self.span().file || reached.contains(&file);
        self.diagnostic.rule.needs.iter().any(|needs| self.is_unread(*needs, &sees))
            || !self.diagnostic.rule.needs(Needs::Keynames) && self.misses_unread_name(&sees)
    }

    fn is_unread(&self, needs: Needs, sees: &dyn Fn(FileId) -> bool) -> bool {
        let unread = self.unread;
        match needs {
            Needs::Parts => self.lacks_part(1),
            Needs::PartsAround => self.lacks_part(2),
            Needs::Keynames => self.lacks_keyname(),
            Needs::Kind => self.is_of_another_kind(sees),
            // Names are looked for in any case, but in all files that the file sees.
            Needs::Definitions => false,
            Needs::Kinds => self.missed().any(|name| {
                let files = unread.wrong_kinds.get(name).into_iter().flatten();
                files.into_iter().any(|file| sees(*file))
            }),
            Needs::Section(name) => unread.sections.get(name).into_iter().flatten().any(|(file, outer)| {
                let is_around = |outer: Entry| *file == self.span().file && self.is_around(outer);
                outer.map_or_else(|| sees(*file), is_around)
            }),
            Needs::Service => self.is_of_damaged_entity(),
            Needs::Uses => self.missed().any(|name| {
                let files = unread.words.get(name).into_iter().flatten();
                files.into_iter().any(|file| sees(*file))
            }),
            Needs::Value => spans_of(self.diagnostic).any(|span| unread.values.contains(&start_of(span))),
            Needs::Labels => self.has_label(&unread.around),
            Needs::Names => self.misses_undefined_values(),
            Needs::Inputs => self.has_label(&unread.unassigned),
            Needs::Result => self.is_result() && unread.services.contains(&self.span().file),
            Needs::Clause => self.diagnostic.secondary.iter().any(|label| {
                let around = self.places.entries(label.span);
                outer(&around, 2).any(|entry| unread.with_wrong_key.contains(&entry))
            }),
            Needs::Type => matches!(self.around[..], [.., (template, _), (key, _)]
                if key.text() == "copy" && unread.of_wrong_kind.contains(&place(template))),
            Needs::Indentation => self.is_indented_wrongly(),
            Needs::Level => self.is_below_empty_section(),
            Needs::Lines => self.is_next_to_malformed_line(),
        }
    }

    fn span(&self) -> Span {
        self.diagnostic.primary.span
    }

    fn missed(&self) -> impl Iterator<Item = &'a str> + use<'a, 'g> {
        self.diagnostic.missed.iter().map(|name| &**name)
    }

    fn has_label(&self, entries: &FxHashSet<Entry>) -> bool {
        self.diagnostic.secondary.iter().any(|label| entries.contains(&start_of(label.span)))
    }

    fn is_around(&self, entry: Entry) -> bool {
        self.around.iter().any(|(key, _)| place(*key) == entry)
    }

    /// Whether lines around that are not indented like those around them are the cause: the finding is in or after a
    /// keyname that is not indented deeply enough, or at a section without lines before a syntax error.
    fn is_indented_wrongly(&self) -> bool {
        let span = self.span();
        let follows = |part: &Span| {
            part.file == span.file && part.start <= span.start && {
                let around = self.places.entries(*part);
                span.start <= around.last().map_or(part.end, |(_, value)| value.next_start())
            }
        };
        if self.diagnostic.rule.code.starts_with("T01") {
            return self.unread.unindented.iter().any(follows);
        }
        let Some((_, value)) = self.around.last() else { return false };
        let outer = self.around.iter().rev().nth(1).map(|(_, map)| *map);
        let Some(map) = outer.or_else(|| self.places.root(span.file)) else { return false };
        value.is_null()
            && value.next_node().filter(|next| map.contains(*next)).is_some_and(|next| {
                let end = next.next_node().map_or(next, |_| next.entry_value()).next_start();
                let part = Span::new(span.file, next.span().start, end);
                self.unread.broken.iter().any(|broken| contains(part, *broken))
            })
    }

    /// Whether a malformed line is the one of the finding, or the line before or after it.
    fn is_next_to_malformed_line(&self) -> bool {
        let span = self.span();
        let Some(file) = self.places.graph.files.get(span.file.index()) else { return false };
        let text = file.tree().source().as_str();
        self.unread.malformed.iter().filter(|line| line.file == span.file).any(|line| {
            let (start, end) = (line.start.min(span.start), line.start.max(span.start));
            text.get(start as usize..end as usize).is_some_and(|text| text.lines().count() <= 2)
        })
    }

    /// Whether the keyname at the finding comes after a section without entries.
    fn is_below_empty_section(&self) -> bool {
        let [.., (_, map), (keyname, _)] = self.around[..] else { return false };
        let before = self.places.entry_before(map, keyname.span().start);
        before.is_some_and(|(key, value)| value.is_null() && self.unread.around.contains(&place(key)))
    }

    /// Whether the keyname that an entity lacks is at another finding inside of the entity, or next to the entity.
    fn lacks_keyname(&self) -> bool {
        let mut around = &self.around[..];
        // It is at the type of the entity; an entry of a list may only have a type.
        if let [outer @ .., (key, _)] = around
            && matches!(key.text(), "type" | "derived_from")
        {
            around = outer;
        }
        // It is at another keyname of the entity.
        if let [outer @ .., (_, value)] = around
            && !value.is_mapping()
        {
            around = outer;
        }
        let Some((entity, _)) = around.last().filter(|(_, value)| value.is_mapping()) else { return false };
        // The finding may be at a keyname that requires another one.
        let is_at_keyname = entity.span().start != self.span().start;
        let depth = 1 + usize::from(is_at_keyname || !self.diagnostic.secondary.is_empty());
        let owners = (1..=depth).map(|depth| around.iter().rev().nth(depth).map(|(outer, _)| place(*outer)));
        self.missed().any(|keyname| {
            self.unread.keys.contains(&(place(*entity), keyname))
                || owners
                    .clone()
                    .any(|owner| self.unread.beside.contains(&(self.span().file, owner, keyname)))
        })
    }

    /// Whether a part of an entity that the finding is about could not be read, or one of the `levels` around it.
    fn lacks_part(&self, levels: usize) -> bool {
        spans_of(self.diagnostic).map(|span| self.places.entries(span)).any(|around| {
            let [_, .., (innermost, _)] = around[..] else { return false };
            let is_broken = levels > 0 && around.get(2).is_some_and(|(_, entity)| entity.is_broken_inside());
            is_broken
                || self.unread.around.contains(&place(innermost))
                || outer(&around, levels).any(|entry| self.unread.with_wrong_key.contains(&entry))
        })
    }

    /// Whether the finding is about a member whose definition in a type has keynames of another kind of member.
    fn is_of_another_kind(&self, sees: &dyn Fn(FileId) -> bool) -> bool {
        let is_missing_keyname = self.diagnostic.rule.needs(Needs::Keynames);
        self.around.iter().any(|(key, _)| {
            let files = self.unread.entities.get(key.text()).into_iter().flatten();
            (is_missing_keyname || key.span().start != self.span().start)
                && files.into_iter().any(|file| sees(*file))
        })
    }

    /// Whether a name that the finding misses may be one that could not be read.
    fn misses_unread_name(&self, sees: &dyn Fn(FileId) -> bool) -> bool {
        let span = self.span();
        let has_unknown_prefix = |name: &str| {
            name.split_once(':')
                .is_some_and(|(prefix, _)| self.unread.prefixes.contains(&(span.file, prefix.into())))
        };
        if self.missed().any(has_unknown_prefix) {
            return true;
        }
        let entity = self.entity();
        let needs_definitions = self.diagnostic.rule.needs(Needs::Definitions);
        let is_unread = |(text, name): (&str, &UnreadName)| {
            // In the same entity of the service template, or next to the key that could not be read.
            let is_inside = entity.is_some_and(|entity| name.around.contains(&entity))
                || name.key.0 == span.file && name.outer.is_none_or(|outer| self.is_around(outer));
            // What is inside of an entry does not explain what is wrong with its key.
            // A keyname at a finding is hardly the name of a definition elsewhere.
            let may_be_elsewhere = needs_definitions && !is_keyname(text);
            name.key != start_of(span) && (is_inside || may_be_elsewhere && sees(name.key.0))
        };
        self.names()
            .any(|text| self.unread.names.get(text).into_iter().flatten().any(|name| is_unread((text, name))))
    }

    /// The parts of the names that the finding misses: names of definitions have prefixes; those of operations, their
    /// interface.
    fn names(&self) -> impl Iterator<Item = &'a str> + use<'a, 'g> {
        let separator = if self.diagnostic.rule.needs(Needs::Definitions) { ':' } else { '.' };
        self.missed().flat_map(move |name| name.split(separator))
    }

    /// Whether all properties that an entity lacks are values inside of other values.
    fn misses_undefined_values(&self) -> bool {
        let Some(entity) = self.around.last().map(|(entity, _)| place(*entity)) else { return false };
        let is_undefined = |name: &str| {
            let names = self.unread.undefined.get(name).into_iter().flatten();
            names.into_iter().any(|name| name.around.contains(&entity))
        };
        self.missed().all(is_undefined)
    }

    /// Whether the entity of the service template has malformed lines, or keys that may define what the finding misses.
    fn is_of_damaged_entity(&self) -> bool {
        let file = self.places.graph.files.get(self.span().file.index());
        let (Some(entity), Some(file)) = (self.entity(), file) else { return false };
        let keys = file.unknown_keys();
        self.unread.damaged.contains(&entity)
            || self.unread.around.contains(&entity)
                && keys.may_define_any()
                && self.names().any(|name| keys.may_define(name))
    }

    /// Whether the finding is about a value that a call returns: it may depend on what could not be read.
    fn is_result(&self) -> bool {
        self.around.last().is_some_and(|(key, value)| {
            let first = value.entries().next();
            key.text().starts_with('$') || first.is_some_and(|(key, _)| key.text().starts_with('$'))
        })
    }

    /// Returns the entity of a file around the finding: a type or template, or the substitution mapping.
    fn entity(&self) -> Option<Entry> {
        let is_key = |index: usize, name| self.around.get(index).is_some_and(|(key, _)| key.text() == name);
        let is_template = is_key(0, "service_template") && !is_key(1, "substitution_mappings");
        let entity = self.around.get(2).filter(|_| is_template).or(self.around.get(1));
        entity.map(|(entity, _)| place(*entity))
    }
}

/// Whether an entity of TOSCA 2.0 has a keyname of this name.
fn is_keyname(name: &str) -> bool {
    syntax::tables().iter().any(|table| table.keyname(name).is_some())
}

/// The entries around the innermost one, at most `levels`.
fn outer<'a>(around: &'a [KeyAndValue<'_>], levels: usize) -> impl Iterator<Item = Entry> + use<'a> {
    around.iter().rev().skip(1).take(levels).map(|(key, _)| place(*key))
}

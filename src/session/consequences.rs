//! Removes findings that follow from others.
//!
//! Input: the findings of all phases, and the files. Output: the findings without those in a part of the text that another
//! finding explains, and without those that something is missing where a part could not be read.

use std::cell::LazyCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Level, Rule, rules};
use crate::load::FileGraph;
use crate::yaml::YamlNode;

/// The rules that an entity lacks something, or has no effect without it.
const ABOUT_PARTS: [&Rule; 6] = [
    &rules::empty_data_type::RULE,
    &rules::missing_targets::RULE,
    &rules::no_effect::RULE,
    &rules::output_without_value::RULE,
    &rules::requirement_count::RULE,
    &rules::unmatched_pairs::RULE,
];

/// The rules that a definition of a name is missing: it may be one anywhere that could not be read.
const ABOUT_DEFINITIONS: [&Rule; 9] = [
    &rules::no_matching_signature::RULE,
    &rules::unknown_capability::RULE,
    &rules::unknown_function::RULE,
    &rules::unknown_member::RULE,
    &rules::unknown_property::RULE,
    &rules::unknown_template::RULE,
    &rules::unknown_type::RULE,
    &rules::wrong_argument_count::RULE,
    &rules::wrong_kind::RULE,
];

/// The rules about names of the service template: one that is damaged may have them.
const ABOUT_SERVICES: [&Rule; 6] = [
    &rules::incomplete_mapping::RULE,
    &rules::missing_file::RULE,
    &rules::unknown_input::RULE,
    &rules::unknown_property::RULE,
    &rules::unknown_template::RULE,
    &rules::unmapped_parameter::RULE,
];

/// Limit on the findings that are compared with others: with more mistakes, some consequences are reported as well.
const MAX_FINDINGS: usize = 1_000;

/// An entry of a map: its file and the position of its key.
type Entry = (FileId, u32);

/// The entries that could not be read completely.
#[derive(Default)]
struct Unread<'g> {
    /// The entries around findings.
    around: FxHashSet<Entry>,
    /// The entries whose maps have a key that could not be read.
    with_wrong_key: FxHashSet<Entry>,
    /// The entries around syntax errors.
    damaged: FxHashSet<Entry>,
    /// The names of entries that could not be read, and of those inside of an unknown section.
    names: FxHashMap<&'g str, Vec<UnreadName>>,
    /// The keys at findings, each with an entry around it.
    keys: FxHashSet<(Entry, &'g str)>,
}

/// A name that could not be read where it belongs.
struct UnreadName {
    key: Entry,
    /// The entries around the finding that says so.
    around: Rc<[Entry]>,
}

/// Removes the findings that follow from others.
pub(super) fn remove(graph: &FileGraph, diagnostics: &mut Vec<Diagnostic>) {
    let explained: Vec<Span> = diagnostics.iter().filter_map(|diagnostic| diagnostic.explains).collect();
    let unread = unread(graph, diagnostics);
    if explained.is_empty() && unread.around.is_empty() {
        return;
    }
    let is_explained = |span: Span| explained.iter().any(|part| contains(*part, span));
    let mut compared = 0;
    diagnostics.retain(|diagnostic| {
        let is_missing_keyname = *diagnostic.rule == rules::missing_keyname::RULE;
        if is_about_syntax(diagnostic.rule) && !is_missing_keyname {
            return true;
        }
        let is_about_parts = is_one_of(diagnostic, &ABOUT_PARTS);
        compared += usize::from(is_about_parts || !diagnostic.missed.is_empty());
        let follows = compared < MAX_FINDINGS
            && if is_missing_keyname {
                misses_key_inside(graph, &unread, diagnostic)
            } else {
                is_about_parts && lacks_unread_part(graph, &unread, diagnostic)
                    || misses_unread_name(graph, &unread, diagnostic)
            };
        !follows && (is_missing_keyname || !is_explained(diagnostic.primary.span))
    });
}

/// Returns what the findings say that could not be read.
fn unread<'g>(graph: &'g FileGraph, diagnostics: &[Diagnostic]) -> Unread<'g> {
    let mut unread = Unread::default();
    let is_unread = |diagnostic: &&Diagnostic| {
        diagnostic.level == Level::Error
            && (is_about_syntax(diagnostic.rule) || *diagnostic.rule == rules::malformed_call::RULE)
    };
    // Many findings may refer to one section, whose names are listed once.
    let mut listed = FxHashSet::default();
    for diagnostic in diagnostics.iter().filter(is_unread).take(MAX_FINDINGS) {
        // What a syntax error leaves of an entry is read.
        let is_whole = !diagnostic.rule.code.starts_with("T01");
        let primary = entries_around(graph, diagnostic.primary.span);
        if let [.., (outer, _), (key, _)] = primary[..]
            && key.span().start == diagnostic.primary.span.start
        {
            unread.with_wrong_key.insert(place(outer));
        }
        if !is_whole {
            unread.damaged.extend(primary.iter().map(|(key, _)| place(*key)));
        }
        let labeled = diagnostic.secondary.iter().map(|label| entries_around(graph, label.span));
        for around in std::iter::once(primary).chain(labeled) {
            let Some(&(innermost, value)) = around.last() else { continue };
            if !listed.insert((place(innermost), is_whole)) {
                continue;
            }
            let places: Rc<[Entry]> = around.iter().map(|(key, _)| place(*key)).collect();
            unread.around.extend(places.iter().copied());
            unread.keys.extend(places.iter().map(|entry| (*entry, innermost.text())));
            let outer = around.iter().rev().nth(1).filter(|_| is_whole).map(|(key, _)| *key);
            let section = Some(value).filter(|_| is_whole);
            let entries = section.into_iter().flat_map(YamlNode::entries);
            let items = section.into_iter().flat_map(YamlNode::items);
            let inside = entries.chain(items.flat_map(YamlNode::entries));
            for key in outer.into_iter().chain([innermost]).chain(inside.map(|(key, _)| key)) {
                let name = UnreadName { key: place(key), around: Rc::clone(&places) };
                unread.names.entry(key.text()).or_default().push(name);
            }
        }
    }
    unread
}

/// Whether a part of an entity that a finding is about could not be read.
fn lacks_unread_part(graph: &FileGraph, unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    let spans =
        std::iter::once(diagnostic.primary.span).chain(diagnostic.secondary.iter().map(|label| label.span));
    spans.map(|span| entries_around(graph, span)).any(|around| {
        // The part may be one level too high.
        let mut outer = around.iter().rev().skip(1).take(2);
        around.len() > 1 && around.last().is_some_and(|(entry, _)| unread.around.contains(&place(*entry)))
            || outer.any(|(outer, _)| unread.with_wrong_key.contains(&place(*outer)))
    })
}

/// Whether the keyname that an entity lacks is at another finding inside of the entity.
fn misses_key_inside(graph: &FileGraph, unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    let around = entries_around(graph, diagnostic.primary.span);
    let Some((entity, _)) = around.last() else { return false };
    diagnostic.missed.iter().any(|keyname| unread.keys.contains(&(place(*entity), &**keyname)))
}

/// Whether a name that a finding misses may be one that could not be read.
fn misses_unread_name(graph: &FileGraph, unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    let span = diagnostic.primary.span;
    let Some(file) = graph.files.get(span.file.index()) else { return false };
    // In the same entity of the service template.
    let around = entries_around(graph, span);
    let entity = around.get(2).or(around.get(1)).map(|(entity, _)| place(*entity));
    let is_about_definition = is_one_of(diagnostic, &ABOUT_DEFINITIONS);
    // Names of definitions have prefixes; those of operations, their interface.
    let separator = if is_about_definition { ':' } else { '.' };
    let mut names = diagnostic.missed.iter().flat_map(|name| name.split(separator));
    let reached = LazyCell::new(|| graph.reached(span.file, true));
    let sees = |other: FileId| other == span.file || reached.contains(&other);
    let is_unread = |name: &str| {
        unread.names.get(name).into_iter().flatten().any(|unread| {
            let is_inside = entity.is_some_and(|entity| unread.around.contains(&entity));
            // What is inside of an entry does not explain what is wrong with its key.
            unread.key != (span.file, span.start) && (is_inside || is_about_definition && sees(unread.key.0))
        })
    };
    if names.clone().any(is_unread) {
        return true;
    }
    let Some(entity) = entity.filter(|_| is_one_of(diagnostic, &ABOUT_SERVICES)) else { return false };
    unread.damaged.contains(&entity)
        || file.unknown_keys().may_define_any()
            && unread.around.contains(&entity)
            && names.any(|name| file.unknown_keys().may_define(name))
}

fn is_one_of(diagnostic: &Diagnostic, rules: &[&Rule]) -> bool {
    rules.iter().any(|rule| rule.code == diagnostic.rule.code)
}

fn contains(outer: Span, span: Span) -> bool {
    outer.file == span.file && outer.start <= span.start && span.end <= outer.end
}

fn is_about_syntax(rule: &Rule) -> bool {
    (rule.code.starts_with("T01") || rule.code.starts_with("T02")) && *rule != rules::no_effect::RULE
}

fn place(key: YamlNode<'_>) -> Entry {
    (key.tree().file(), key.span().start)
}

/// Returns the entries of maps that contain `span`, outermost first.
fn entries_around(graph: &FileGraph, span: Span) -> Vec<(YamlNode<'_>, YamlNode<'_>)> {
    let mut around = Vec::new();
    let root = graph.files.get(span.file.index()).and_then(|file| file.tree().root());
    let mut next = root;
    while let Some((key, value)) = next.and_then(|section| entry_at(section, span)) {
        around.push((key, value));
        next = Some(value);
    }
    around
}

/// Returns the entry of a map, or of a list of maps, that contains `span`.
fn entry_at(section: YamlNode<'_>, span: Span) -> Option<(YamlNode<'_>, YamlNode<'_>)> {
    let items = section.items().filter(|item| contains(item.span(), span));
    let mut entries = section.entries().chain(items.flat_map(YamlNode::entries));
    entries.find(|(key, value)| {
        key.span().start <= span.start && span.end <= value.span().end.max(key.span().end)
    })
}

//! Removes findings that follow from others.
//!
//! Input: the findings of all phases, and the files. Output: the findings without those in a part of the text that another
//! finding explains, and without those that something is missing where a part could not be read.

use rustc_hash::FxHashSet;

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Level, Rule, rules};
use crate::load::FileGraph;
use crate::yaml::YamlNode;

/// The rules that an entity lacks something, or has no effect without it.
const ABOUT_PARTS: [&Rule; 5] = [
    &rules::missing_targets::RULE,
    &rules::no_effect::RULE,
    &rules::output_without_value::RULE,
    &rules::requirement_count::RULE,
    &rules::unmatched_pairs::RULE,
];

/// The rules that something with a name is missing.
const ABOUT_NAMES: [&Rule; 6] = [
    &rules::incomplete_mapping::RULE,
    &rules::missing_file::RULE,
    &rules::unknown_input::RULE,
    &rules::unknown_property::RULE,
    &rules::unknown_template::RULE,
    &rules::unmapped_parameter::RULE,
];

/// Limit on the findings that are compared with others: with more mistakes, some consequences are reported as well.
const MAX_FINDINGS: usize = 1_000;

/// Entries of maps, each by its file and the position of its key.
type Entries = FxHashSet<(FileId, u32)>;

/// The entries that could not be read completely.
#[derive(Default)]
struct Unread {
    /// The entries around findings.
    around: Entries,
    /// The entries whose maps have a key that could not be read.
    with_wrong_key: Entries,
    /// The entries around syntax errors.
    damaged: Entries,
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
        if is_about_syntax(diagnostic.rule) {
            return true;
        }
        let is_one_of = |rules: &[&Rule]| rules.iter().any(|rule| rule.code == diagnostic.rule.code);
        let (is_about_parts, is_about_names) = (is_one_of(&ABOUT_PARTS), is_one_of(&ABOUT_NAMES));
        compared += usize::from(is_about_parts || is_about_names);
        let follows = compared < MAX_FINDINGS
            && (is_about_parts && lacks_unread_part(graph, &unread, diagnostic)
                || is_about_names && misses_unread_name(graph, &unread, diagnostic));
        !follows && !is_explained(diagnostic.primary.span)
    });
}

/// Returns what the findings say that could not be read.
fn unread(graph: &FileGraph, diagnostics: &[Diagnostic]) -> Unread {
    let mut unread = Unread::default();
    let is_unread =
        |diagnostic: &&Diagnostic| diagnostic.level == Level::Error && is_about_syntax(diagnostic.rule);
    for diagnostic in diagnostics.iter().filter(is_unread).take(MAX_FINDINGS) {
        let labels = diagnostic.secondary.iter().map(|label| label.span);
        for span in std::iter::once(diagnostic.primary.span).chain(labels) {
            unread.around.extend(entries_around(graph, span));
        }
        let span = diagnostic.primary.span;
        let around = entries_around(graph, span);
        if let [.., outer, (_, key)] = around[..]
            && key == span.start
        {
            unread.with_wrong_key.insert(outer);
        }
        if diagnostic.rule.code.starts_with("T01") {
            unread.damaged.extend(around);
        }
    }
    unread
}

/// Whether a part of an entity that a finding is about could not be read.
fn lacks_unread_part(graph: &FileGraph, unread: &Unread, diagnostic: &Diagnostic) -> bool {
    let spans =
        std::iter::once(diagnostic.primary.span).chain(diagnostic.secondary.iter().map(|label| label.span));
    spans.map(|span| entries_around(graph, span)).any(|around| {
        let [.., outer, entry] = around[..] else { return false };
        unread.around.contains(&entry) || unread.with_wrong_key.contains(&outer)
    })
}

/// Whether a name that a finding misses may be one that could not be read, in the same entity of the service template.
fn misses_unread_name(graph: &FileGraph, unread: &Unread, diagnostic: &Diagnostic) -> bool {
    let span = diagnostic.primary.span;
    let Some(file) = graph.files.get(span.file.index()) else { return false };
    let around = entries_around(graph, span);
    let Some(entity) = around.get(2).or(around.get(1)) else { return false };
    if unread.damaged.contains(entity) {
        return true;
    }
    let words = diagnostic.message.split('`').skip(1).step_by(2);
    let mut words = words.flat_map(|word| word.split('.'));
    file.unknown_keys().may_define_any()
        && unread.around.contains(entity)
        && words.any(|word| file.unknown_keys().may_define(word))
}

fn contains(outer: Span, span: Span) -> bool {
    outer.file == span.file && outer.start <= span.start && span.end <= outer.end
}

fn is_about_syntax(rule: &Rule) -> bool {
    (rule.code.starts_with("T01") || rule.code.starts_with("T02")) && *rule != rules::no_effect::RULE
}

/// Returns the entries of maps that contain `span`, outermost first.
fn entries_around(graph: &FileGraph, span: Span) -> Vec<(FileId, u32)> {
    let mut around = Vec::new();
    let root = graph.files.get(span.file.index()).and_then(|file| file.tree().root());
    let mut next = root;
    while let Some((key, value)) = next.and_then(|section| entry_at(section, span)) {
        around.push((span.file, key.span().start));
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

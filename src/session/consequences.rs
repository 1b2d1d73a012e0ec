//! Removes findings that follow from others.
//!
//! Input: the findings of all phases, and the files. Output: the findings without those in a part of the text that another
//! finding explains, and without those that something is missing where a part could not be read.

use std::cell::LazyCell;

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Rule, rules};
use crate::load::FileGraph;
use crate::yaml::YamlNode;

use super::unread::{
    Entry, MAX_FINDINGS, Unread, contains, entries_around, is_about_syntax, is_one_of, place, start_of,
};

/// The rules that an entity lacks something, or has no effect without it.
const ABOUT_PARTS: [&Rule; 9] = [
    &rules::changed_signature::RULE,
    &rules::empty_data_type::RULE,
    &rules::fixed_value_in_data_type::RULE,
    &rules::hard_coded_attribute::RULE,
    &rules::missing_targets::RULE,
    &rules::no_effect::RULE,
    &rules::output_without_value::RULE,
    &rules::requirement_count::RULE,
    &rules::unmatched_pairs::RULE,
];

/// Those of them that are about the entity itself, not about one around it.
const ABOUT_OWN_PARTS: [&Rule; 3] = [
    &rules::changed_signature::RULE,
    &rules::fixed_value_in_data_type::RULE,
    &rules::hard_coded_attribute::RULE,
];

/// The rules that a definition of a name is missing: it may be one anywhere that could not be read.
const ABOUT_DEFINITIONS: [&Rule; 19] = [
    &rules::ambiguous_capability::RULE,
    &rules::changed_capability::RULE,
    &rules::input_without_value::RULE,
    &rules::legacy_path::RULE,
    &rules::no_matching_signature::RULE,
    &rules::nothing_to_refine::RULE,
    &rules::path_index::RULE,
    &rules::unknown_capability::RULE,
    &rules::unknown_function::RULE,
    &rules::unknown_member::RULE,
    &rules::unknown_part::RULE,
    &rules::unknown_property::RULE,
    &rules::unknown_template::RULE,
    &rules::unknown_type::RULE,
    &rules::unmapped_parameter::RULE,
    &rules::unreachable_signature::RULE,
    &rules::useless_default::RULE,
    &rules::wrong_argument_count::RULE,
    &rules::wrong_kind::RULE,
];

/// The rules that an entity lacks a keyname.
const ABOUT_KEYNAMES: [&Rule; 3] =
    [&rules::missing_entry_schema::RULE, &rules::missing_keyname::RULE, &rules::untyped_input::RULE];

/// The rules about names of the service template: one that is damaged may have them.
const ABOUT_SERVICES: [&Rule; 6] = [
    &rules::incomplete_mapping::RULE,
    &rules::missing_file::RULE,
    &rules::unknown_input::RULE,
    &rules::unknown_property::RULE,
    &rules::unknown_template::RULE,
    &rules::unmapped_parameter::RULE,
];

/// The rules that nothing uses a name, or gives it a value: a part that could not be read may.
const ABOUT_USES: [&Rule; 3] = [
    &rules::no_candidate::RULE,
    &rules::unmapped_parameter::RULE,
    &rules::unused_relationship_template::RULE,
];

/// The rules about functions and their signatures.
const ABOUT_FUNCTIONS: [&Rule; 4] = [
    &rules::no_matching_signature::RULE,
    &rules::unknown_function::RULE,
    &rules::unreachable_signature::RULE,
    &rules::wrong_argument_count::RULE,
];

/// The rules about the members of an entity: its definition may be another one.
const ABOUT_ASSIGNMENTS: [&Rule; 4] = [
    &rules::missing_keyname::RULE,
    &rules::unknown_member::RULE,
    &rules::unknown_property::RULE,
    &rules::useless_default::RULE,
];

/// The rules about values, which may be computed from others.
const ABOUT_COMPUTED: [&Rule; 2] = [&rules::evaluation_error::RULE, &rules::failed_validation::RULE];

/// The rules that contradict a value, or follow from it.
const ABOUT_VALUES: [&Rule; 3] =
    [&rules::changed_fixed_value::RULE, &rules::fixed_value_assigned::RULE, &rules::requirement_cycle::RULE];

/// Removes the findings that follow from others.
pub(super) fn remove(graph: &FileGraph, diagnostics: &mut Vec<Diagnostic>) {
    let explaining =
        diagnostics.iter().filter_map(|diagnostic| Some((diagnostic.explains?, diagnostic.rule)));
    let explained: Vec<(Span, &Rule)> = explaining.collect();
    let unread = Unread::new(graph, diagnostics);
    if explained.is_empty() && unread.is_empty() {
        return;
    }
    let is_explained = |diagnostic: &Diagnostic| {
        let span = diagnostic.primary.span;
        let about_shape = *diagnostic.rule == rules::unknown_keyname::RULE;
        explained.iter().any(|(part, rule)| {
            // An assignment in a wrong section has the keynames of the other one.
            // So do the entries of a list without brackets.
            let may_be_key = [&rules::unknown_member::RULE, &rules::wrong_shape::RULE];
            contains(*part, span) && (!about_shape || may_be_key.iter().any(|other| other.code == rule.code))
        })
    };
    let mut compared = 0;
    diagnostics.retain(|diagnostic| {
        let is_compared = is_one_of(diagnostic, &ABOUT_PARTS)
            || !diagnostic.missed.is_empty()
            || is_one_of(diagnostic, &ABOUT_COMPUTED);
        compared += usize::from(is_compared);
        let is_few = compared < MAX_FINDINGS;
        if is_one_of(diagnostic, &ABOUT_KEYNAMES) {
            return !(is_few
                && (misses_unread_key(graph, &unread, diagnostic)
                    || is_of_another_kind(graph, &unread, diagnostic)));
        }
        if *diagnostic.rule == rules::unknown_keyname::RULE {
            return !is_explained(diagnostic);
        }
        if is_about_syntax(diagnostic.rule) && !is_one_of(diagnostic, &ABOUT_PARTS) {
            return !(is_few && follows_from_indentation(graph, &unread, diagnostic));
        }
        let follows = is_few
            && is_compared
            && (is_one_of(diagnostic, &ABOUT_PARTS) && lacks_unread_part(graph, &unread, diagnostic)
                || misses_unread_name(graph, &unread, diagnostic))
            || is_few && is_one_of(diagnostic, &ABOUT_VALUES) && has_wrong_value(&unread, diagnostic)
            || is_few
                && *diagnostic.rule == rules::missing_file::RULE
                && misses_unread_key(graph, &unread, diagnostic)
            || is_few && has_wrong_clause(graph, &unread, diagnostic)
            || is_few && repeats(graph, &unread, diagnostic);
        !follows && !is_explained(diagnostic)
    });
}

/// Whether a finding about the shape of a file follows from lines that are not indented like those around them: a syntax
/// error in or after a keyname that is not indented deeply enough, or a section without lines before such an error.
fn follows_from_indentation(graph: &FileGraph, unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    let span = diagnostic.primary.span;
    if *diagnostic.rule == rules::duplicate_key::RULE
        && entries_around(graph, span)
            .iter()
            .rev()
            .nth(1)
            .is_some_and(|(outer, _)| unread.cut.contains(&place(*outer)))
    {
        return true;
    }
    if diagnostic.rule.code.starts_with("T01") {
        return unread.unindented.iter().any(|part| {
            let around = entries_around(graph, *part);
            let end = around.last().map_or(part.end, |(_, value)| value.next_start());
            part.file == span.file && part.start <= span.start && span.start <= end
        });
    }
    if !is_one_of(diagnostic, &[&rules::empty_section::RULE, &rules::wrong_shape::RULE]) {
        return false;
    }
    let around = entries_around(graph, span);
    let [.., (_, map), (_, value)] = around[..] else { return false };
    value.is_null()
        && value.next_node().filter(|next| map.contains(*next)).is_some_and(|next| {
            let end = next.next_node().map_or(next, |_| next.entry_value()).next_start();
            let part = Span::new(span.file, next.span().start, end);
            unread.broken.iter().any(|broken| contains(part, *broken))
        })
}

/// Whether the keyname that an entity lacks is at another finding inside of the entity, or next to the entity.
fn misses_unread_key(graph: &FileGraph, unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    let mut around = entries_around(graph, diagnostic.primary.span);
    // It is at a keyname of the entity; an entry of a list may only have a type.
    let keynames: &[&str] = match diagnostic.rule.name {
        "missing-entry-schema" => &["type", "derived_from"],
        "missing-file" => &["file"],
        _ => &[],
    };
    around.pop_if(|(key, _)| keynames.contains(&key.text()));
    let Some((entity, value)) = around.last() else { return false };
    if !value.is_mapping() && *diagnostic.rule == rules::missing_entry_schema::RULE {
        return false;
    }
    // The finding may be at a keyname that requires another one.
    let outer = |depth: usize| around.iter().rev().nth(depth).map(|(outer, _)| place(*outer));
    let depths = 1..=1 + usize::from(!diagnostic.secondary.is_empty());
    let is_beside =
        |keyname: &str| depths.clone().any(|depth| unread.beside.contains(&(outer(depth), keyname)));
    let keynames = || diagnostic.missed.iter().map(|keyname| &**keyname);
    keynames().any(|keyname| unread.keys.contains(&(place(*entity), keyname)) || is_beside(keyname))
}

/// Whether a part of an entity that a finding is about could not be read.
fn lacks_unread_part(graph: &FileGraph, unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    let spans =
        std::iter::once(diagnostic.primary.span).chain(diagnostic.secondary.iter().map(|label| label.span));
    spans.map(|span| entries_around(graph, span)).any(|around| {
        // The part may be one level too high.
        let mut outer = around.iter().rev().skip(1).take(2);
        around.len() > 1 && around.last().is_some_and(|(entry, _)| unread.around.contains(&place(*entry)))
            || *diagnostic.rule == rules::unmatched_pairs::RULE
                && around.get(2).is_some_and(|(_, value)| value.is_broken_inside())
            || !is_one_of(diagnostic, &ABOUT_OWN_PARTS)
                && outer.any(|(outer, _)| unread.with_wrong_key.contains(&place(*outer)))
    })
}

/// Whether a finding says again what another one says: the copied template of an entity whose type is of another kind is
/// so as well, and an input without a value is missed by a call.
fn repeats(graph: &FileGraph, unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    if *diagnostic.rule == rules::wrong_kind::RULE && !unread.of_wrong_kind.is_empty() {
        let around = entries_around(graph, diagnostic.primary.span);
        let [.., (outer, _), (key, _)] = around[..] else { return false };
        return key.text() == "copy" && unread.of_wrong_kind.contains(&place(outer));
    }
    if *diagnostic.rule == rules::incomplete_call::RULE {
        return diagnostic.secondary.iter().any(|label| unread.around.contains(&start_of(label.span)));
    }
    *diagnostic.rule == rules::input_without_value::RULE
        && diagnostic.secondary.iter().any(|label| unread.unassigned.contains(&start_of(label.span)))
}

/// Whether a finding contradicts a value that is of a wrong type.
fn has_wrong_value(unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    let labels = diagnostic.secondary.iter().map(|label| label.span);
    let mut spans = std::iter::once(diagnostic.primary.span).chain(labels);
    spans.any(|span| unread.wrong_values.contains(&start_of(span)))
}

/// Whether a value does not satisfy a clause whose schema could not be read completely.
fn has_wrong_clause(graph: &FileGraph, unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    *diagnostic.rule == rules::failed_validation::RULE
        && diagnostic.secondary.iter().any(|label| {
            let around = entries_around(graph, label.span);
            around
                .iter()
                .rev()
                .skip(1)
                .take(2)
                .any(|(outer, _)| unread.with_wrong_key.contains(&place(*outer)))
        })
}

/// Whether a finding is about a member whose definition in a type has keynames of another kind of member.
fn is_of_another_kind(graph: &FileGraph, unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    let span = diagnostic.primary.span;
    if !is_one_of(diagnostic, &ABOUT_ASSIGNMENTS) || unread.entities.is_empty() {
        return false;
    }
    let reached = LazyCell::new(|| graph.reached(span.file, true));
    let is_missing_keyname = *diagnostic.rule == rules::missing_keyname::RULE;
    entries_around(graph, span).iter().any(|(key, _)| {
        let files = unread.entities.get(key.text()).into_iter().flatten();
        (is_missing_keyname || key.span().start != span.start)
            && files.into_iter().any(|file| *file == span.file || reached.contains(file))
    })
}

/// Whether all properties that an entity lacks are values inside of other values.
fn are_undefined_values(unread: &Unread<'_>, diagnostic: &Diagnostic, entity: Option<Entry>) -> bool {
    let is_undefined = |name: &str| {
        let names = unread.undefined.get(name).into_iter().flatten();
        entity.is_some_and(|entity| names.into_iter().any(|name| name.around.contains(&entity)))
    };
    *diagnostic.rule == rules::missing_property::RULE
        && diagnostic.missed.iter().all(|name| is_undefined(name))
}

/// Whether a name that a finding misses may be one that could not be read.
fn misses_unread_name(graph: &FileGraph, unread: &Unread<'_>, diagnostic: &Diagnostic) -> bool {
    let span = diagnostic.primary.span;
    if *diagnostic.rule == rules::unknown_namespace::RULE {
        return false;
    }
    let Some(file) = graph.files.get(span.file.index()) else { return false };
    let around = entries_around(graph, span);
    let reached = LazyCell::new(|| graph.reached(span.file, true));
    let sees = |other: FileId| other == span.file || reached.contains(&other);
    let has_unknown_prefix = |name: &str| {
        name.split_once(':').is_some_and(|(prefix, _)| unread.prefixes.contains(&(span.file, prefix.into())))
    };
    let is_seen = |files: Option<&Vec<FileId>>| files.into_iter().flatten().any(|file| sees(*file));
    let sections = |name: &str| unread.sections.get(name).into_iter().flatten();
    let is_beside = |(file, outer): &(FileId, Option<Entry>)| {
        *file == span.file && outer.is_none_or(|outer| around.iter().any(|(key, _)| place(*key) == outer))
    };
    let missed = || diagnostic.missed.iter().map(|name| &**name);
    if missed().any(has_unknown_prefix)
        || is_one_of(diagnostic, &ABOUT_USES) && missed().any(|name| is_seen(unread.words.get(name)))
        || *diagnostic.rule == rules::unknown_type::RULE
            && missed().any(|name| is_seen(unread.wrong_kinds.get(name)))
        || is_one_of(diagnostic, &ABOUT_FUNCTIONS) && sections("functions").any(|(file, _)| sees(*file))
        || *diagnostic.rule == rules::unknown_input::RULE && sections("inputs").any(is_beside)
        || is_computed(diagnostic, &around) && unread.services.contains(&span.file)
        || is_of_another_kind(graph, unread, diagnostic)
    {
        return true;
    }
    let entity = entity(&around);
    if are_undefined_values(unread, diagnostic, around.last().map(|(entity, _)| place(*entity))) {
        return true;
    }
    let is_about_definition = is_one_of(diagnostic, &ABOUT_DEFINITIONS);
    // Names of definitions have prefixes; those of operations, their interface.
    let separator = if is_about_definition { ':' } else { '.' };
    let mut names = missed().flat_map(|name| name.split(separator));
    let is_around = |outer: Entry| around.iter().any(|(key, _)| place(*key) == outer);
    let is_unread = |name: &str| {
        unread.names.get(name).into_iter().flatten().any(|unread_name| {
            // In the same entity of the service template, or next to the key that could not be read.
            let is_inside = entity.is_some_and(|entity| unread_name.around.contains(&entity))
                || unread_name.key.0 == span.file && unread_name.outer.is_none_or(is_around);
            // What is inside of an entry does not explain what is wrong with its key.
            unread_name.key != start_of(span) && (is_inside || is_about_definition && sees(unread_name.key.0))
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

/// Whether a finding is about a value that a call returns: it may depend on what could not be read.
fn is_computed(diagnostic: &Diagnostic, around: &[(YamlNode<'_>, YamlNode<'_>)]) -> bool {
    let is_call = |(key, value): &(YamlNode<'_>, YamlNode<'_>)| {
        key.text().starts_with('$')
            || value.entries().next().is_some_and(|(key, _)| key.text().starts_with('$'))
    };
    is_one_of(diagnostic, &ABOUT_COMPUTED) && around.last().is_some_and(is_call)
}

/// Returns the entity of a file around a finding: a type or template, or the substitution mapping.
fn entity(around: &[(YamlNode<'_>, YamlNode<'_>)]) -> Option<Entry> {
    let is_template = around.first().is_some_and(|(key, _)| key.text() == "service_template");
    let is_mapping = around.get(1).is_some_and(|(key, _)| key.text() == "substitution_mappings");
    let entity = around.get(2).filter(|_| is_template && !is_mapping).or(around.get(1));
    entity.map(|(entity, _)| place(*entity))
}

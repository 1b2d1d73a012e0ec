//! The places of a migrated project that need a hand, and the summary.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::Utf8PathBuf;
use serde_json::json;

use crate::base::Source;
use crate::cli::render::plural;
use crate::diagnostics::{Diagnostic, Level, Rule, rules};
use crate::host::{Host, Limits, Overlay};
use crate::load::File;
use crate::migrate::OpenPoint;
use crate::yaml::{self, NodePositions};
use crate::{Analysis, Options, analyze};

use super::{ChangedFile, Migrate};

/// A place that needs a hand.
pub(super) struct Place {
    path: Utf8PathBuf,
    line: usize,
    column: usize,
    reason: String,
}

impl Place {
    /// Creates a place at a byte of `source`.
    pub(super) fn new(source: &Source, byte: u32, reason: &str) -> Self {
        let position = source.position(byte);
        let (line, column) = (position.line as usize, position.column as usize);
        Self { path: source.path.clone(), line, column, reason: reason.to_owned() }
    }

    /// Moves the place down by some lines.
    pub(super) fn moved_down(self, lines: usize) -> Self {
        Self { line: self.line + lines, ..self }
    }
}

/// What a migration changes about the errors of a project.
#[derive(Default)]
pub(super) struct ChangedErrors {
    /// The errors that only the migrated project has, by file. Earlier versions tolerate what they are about.
    pub(super) new: BTreeMap<Utf8PathBuf, Vec<NewError>>,
    /// The errors that only the original has, by file, with their places in the original text.
    pub(super) gone: BTreeMap<Utf8PathBuf, Vec<OpenPoint>>,
}

/// An error that only the migrated project has.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NewError {
    /// The byte in the new text.
    pub(super) byte: u32,
    /// What is listed and noted.
    pub(super) reason: String,
    /// The name of the rule.
    rule: &'static str,
}

/// The rules about refinements, which become open points if they cannot be migrated.
const REFINEMENTS: &[&Rule] = &[
    &rules::changed_fixed_value::RULE,
    &rules::incompatible_type::RULE,
    &rules::type_not_allowed::RULE,
    &rules::wider_count_range::RULE,
];

/// The rules about paths, which become open points if they cannot be migrated.
const PATHS: &[&Rule] =
    &[&rules::unknown_in_path::RULE, &rules::unknown_part::RULE, &rules::unknown_path_start::RULE];

/// Removes the errors of a file, whose new text is `new`, about refinements and paths that are among its open points.
pub(super) fn remove_listed(errors: &mut Vec<NewError>, new: &str, original: &File, open: &[OpenPoint]) {
    let is_among = |rules: &[&Rule], error: &NewError| rules.iter().any(|rule| rule.name == error.rule);
    let may_be_listed = |error: &NewError| is_among(REFINEMENTS, error) || is_among(PATHS, error);
    if open.is_empty() || !errors.iter().any(may_be_listed) {
        return;
    }
    // The keynames of the lowered tree are those of the new text.
    let positions = NodePositions::new(original.tree());
    let nodes = original.tree().nodes().filter(|node| open.iter().any(|point| point.span == node.span()));
    let listed: Vec<Vec<&str>> = nodes.map(|node| positions.keys_of(node)).collect();
    let (tree, _) = yaml::parse(&Arc::new(new.to_owned()), original.id, &Limits::default());
    let positions = NodePositions::new(&tree);
    let is_listed = |error: &NewError| {
        let keys = positions.keys(error.byte);
        let is_inside = |member: &Vec<&str>| !member.is_empty() && keys.starts_with(member);
        listed.iter().any(|member| if is_among(PATHS, error) { keys == *member } else { is_inside(member) })
    };
    errors.retain(|error| !may_be_listed(error) || !is_listed(error));
}

/// Compares the errors of the project `before` with those that it has with the `changed` files.
pub(super) fn changed_errors(
    base: &dyn Host,
    options: &Options,
    before: &Analysis,
    changed: &[ChangedFile],
) -> ChangedErrors {
    let mut host = Overlay::new(base);
    for file in changed {
        host.add(&file.real, file.new.clone().into_bytes());
    }
    let after = analyze(&host, options);
    let (before, after) = (errors(before), errors(&after));
    let mut errors = ChangedErrors::default();
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    for key in keys {
        let (old, new) =
            (before.get(key).map_or(&[][..], Vec::as_slice), after.get(key).map_or(&[][..], Vec::as_slice));
        let (path, rule) = key;
        for diagnostic in unlike(new, old) {
            let mut reason = format!("an error in TOSCA 2.0 only: {} [{rule}]", diagnostic.message);
            if *rule == rules::failed_validation::RULE.name {
                reason.push_str("; what is inherited also applies");
            }
            let places = errors.new.entry(path.clone()).or_default();
            places.push(NewError { byte: diagnostic.primary.span.start, reason, rule });
        }
        for diagnostic in unlike(old, new) {
            let reason = format!("no longer an error: {} [{rule}]", diagnostic.message);
            let points = errors.gone.entry(path.clone()).or_default();
            points.push(OpenPoint { span: diagnostic.primary.span, reason });
        }
    }
    errors.new.values_mut().for_each(|places| places.sort());
    errors
}

/// Returns the errors by the path of their file and the name of their rule.
fn errors(analysis: &Analysis) -> BTreeMap<(Utf8PathBuf, &'static str), Vec<&Diagnostic>> {
    let mut errors: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for diagnostic in analysis.diagnostics().iter().filter(|diagnostic| diagnostic.level == Level::Error) {
        let path = analysis.sources().get(diagnostic.primary.span.file).path.clone();
        errors.entry((path, diagnostic.rule.name)).or_default().push(diagnostic);
    }
    errors
}

/// Returns as many of `errors` as there are more of them than of `others`, first those with other messages.
fn unlike<'d>(errors: &[&'d Diagnostic], others: &[&Diagnostic]) -> Vec<&'d Diagnostic> {
    let is_known = |error: &&'d Diagnostic| others.iter().any(|other| other.message == error.message);
    let (known, unknown): (Vec<&Diagnostic>, Vec<&Diagnostic>) = errors.iter().copied().partition(is_known);
    let count = errors.len().saturating_sub(others.len());
    unknown.into_iter().chain(known).take(count).collect()
}

/// Prints the places, one in a line.
pub(super) fn report_places(places: &[Place]) {
    for Place { path, line, column, reason } in places {
        anstream::eprintln!("{path}:{line}:{column}: {reason}");
    }
}

/// `2 files migrated, 1 file unchanged; 3 places need a hand`
pub(super) fn summary(done: &str, changed: usize, same: usize, skipped: usize, places: usize) -> String {
    let parts = [(changed, done), (same, "unchanged"), (skipped, "skipped")];
    let parts = parts.iter().enumerate().filter(|(index, (count, _))| *index == 0 || *count > 0);
    let parts: Vec<String> =
        parts.map(|(_, (count, what))| format!("{} {what}", plural(*count, "file"))).collect();
    let hand = match places {
        0 => String::new(),
        1 => "; 1 place needs a hand".to_owned(),
        places => format!("; {places} places need a hand"),
    };
    format!("{}{hand}", parts.join(", "))
}

/// Returns the result as one JSON document.
pub(super) fn json(
    arguments: &Migrate,
    changed: &[ChangedFile],
    places: &[Place],
    same: usize,
    skipped: usize,
) -> String {
    let places = places.iter().map(|Place { path, line, column, reason }| {
        json!({ "file": path.as_str(), "line": line, "column": column, "reason": reason })
    });
    let document = json!({
        "format_version": "1.0",
        "written": arguments.in_place,
        "summary": { "migrated": changed.len(), "unchanged": same, "skipped": skipped },
        "files": changed.iter().map(|file| file.shown.as_str()).collect::<Vec<_>>(),
        "places": places.collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}

//! The places of a migrated project that need a hand, and the summary.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use serde_json::json;

use crate::base::Source;
use crate::cli::render::plural;
use crate::diagnostics::Level;
use crate::host::{Disk, Overlay};
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
}

/// Returns the errors of the migrated project that the original does not have, with their places in the new
/// texts: earlier versions tolerate what they are about.
pub(super) fn new_errors(
    disk: &Disk,
    options: &Options,
    before: &Analysis,
    changed: &[ChangedFile],
) -> Vec<Place> {
    let mut host = Overlay::new(disk);
    for file in changed {
        host.add(&file.real, file.new.clone().into_bytes());
    }
    let after = analyze(&host, options);
    let errors = |analysis: &Analysis| {
        let mut places: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for diagnostic in analysis.diagnostics().iter().filter(|diagnostic| diagnostic.level == Level::Error)
        {
            let source = analysis.sources().get(diagnostic.primary.span.file);
            let reason = format!("{} [{}]", diagnostic.message, diagnostic.rule.name);
            let place = Place::new(source, diagnostic.primary.span.start, &reason);
            places.entry((source.path.clone(), diagnostic.rule.code)).or_default().push(place);
        }
        places
    };
    let known = errors(before);
    let is_new = |(key, places): (_, Vec<Place>)| {
        let count = known.get(&key).map_or(0, Vec::len);
        places.into_iter().skip(count)
    };
    errors(&after).into_iter().flat_map(is_new).collect()
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

//! Findings that are known and not told again, by fingerprint.
//!
//! A baseline is a JSON document with one line for each finding, so that its changes read well; what stands
//! there beside the fingerprint is for people.

use std::fmt::Write as _;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::base::{Source, Span};
use crate::config::Value;
use crate::diagnostics::codes;
use crate::host::{Host, paths};
use crate::load;

use super::fingerprints::path_in_repository;
use super::verdict::in_order;
use super::{Analysis, fingerprints};

const FORMAT_VERSION: &str = "1.0";
/// The most bytes of a baseline.
const LARGEST: u64 = 1 << 30;

/// A finding in a baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What it is known by.
    pub fingerprint: String,
    /// The name of its code, for people.
    #[serde(default)]
    pub code: String,
    /// The path of its file from the directory of the repository.
    #[serde(default)]
    pub file: String,
    /// What was told, for people.
    #[serde(default)]
    pub message: String,
}

/// What baselines did in a run.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// How many findings they hide.
    pub hidden: usize,
    /// The entries of files of this run, and of files that are no more, that nothing was found for.
    pub gone: Vec<Entry>,
}

#[derive(Deserialize)]
struct Document {
    format_version: String,
    findings: Vec<Entry>,
}

/// The findings in the text of a baseline, or why it is none.
pub fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let document: Document = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if document.format_version.split('.').next() == Some("1") {
        Ok(document.findings)
    } else {
        Err(format!("format version {} is not supported", document.format_version))
    }
}

/// The findings of `analysis` as a baseline; of `previous` those entries stay that are about files outside of
/// this run. Findings in configurations are no part of it.
#[must_use]
pub fn text(host: &dyn Host, analysis: &Analysis, previous: &[Entry]) -> (String, usize) {
    let mut entries: Vec<Entry> = Vec::new();
    for (found, fingerprint) in analysis.diagnostics.iter().zip(fingerprints(analysis)) {
        let file = found.primary.span.file;
        if analysis.graph.get(file).is_some() {
            let (code, message) = (found.code.slug.to_owned(), found.message.to_string());
            entries.push(Entry { fingerprint, code, file: path_in_repository(analysis, file), message });
        }
    }
    let scope = Scope::of(host, analysis);
    entries.extend(previous.iter().filter(|entry| !scope.holds(entry)).cloned());
    entries.sort_by(|one, other| one.file.cmp(&other.file));
    let mut text = format!("{{\n  \"format_version\": \"{FORMAT_VERSION}\",\n  \"findings\": [");
    for (index, entry) in entries.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\n    {}", serde_json::to_string(entry).unwrap_or_default());
    }
    text.push_str(if entries.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
    (text, entries.len())
}

/// What a run can say something about.
struct Scope<'a> {
    host: &'a dyn Host,
    files: FxHashSet<String>,
    root: Utf8PathBuf,
}

impl<'a> Scope<'a> {
    fn of(host: &'a dyn Host, analysis: &Analysis) -> Self {
        let counts = |id| analysis.affected.as_ref().is_none_or(|affected| affected.contains(&id));
        let files = analysis.graph.files.iter().map(|file| file.id).filter(|id| counts(*id));
        let files = files.map(|id| path_in_repository(analysis, id)).collect();
        let root = analysis.repository.clone().unwrap_or_else(|| host.working_directory());
        Self { host, files, root }
    }

    /// Whether an entry would have been found again in this run if it was still there.
    fn holds(&self, entry: &Entry) -> bool {
        self.files.contains(&entry.file) || self.host.entry(&self.root.join(&entry.file)).is_none()
    }
}

/// Takes away the findings that are in the baselines of the settings. What is wrong with baselines is told unless
/// its code is among `off`.
pub(super) fn hide(host: &dyn Host, analysis: &mut Analysis, off: &[String]) {
    let baselines: Vec<(Utf8PathBuf, Option<Span>)> = analysis
        .settings
        .of("baseline")
        .filter_map(|setting| match &setting.value {
            Value::Path(path) => Some((path.clone(), setting.place)),
            _ => None,
        })
        .collect();
    if baselines.is_empty() {
        return;
    }
    let mut known: FxHashMap<String, (Entry, bool)> = FxHashMap::default();
    let mut order = Vec::new();
    let mut wrong = Vec::new();
    for (path, place) in baselines {
        match host.read(&path, LARGEST) {
            Ok(bytes) => match parse(&String::from_utf8_lossy(&bytes)) {
                Ok(entries) => {
                    order.extend(entries.iter().map(|entry| entry.fingerprint.clone()));
                    let entries = entries.into_iter();
                    known.extend(entries.map(|entry| (entry.fingerprint.clone(), (entry, false))));
                }
                Err(reason) => {
                    let span = place.unwrap_or_else(|| foreign(analysis, &path));
                    wrong.push(codes::invalid_baseline::new(span, path_shown(host, &path).as_str(), &reason));
                }
            },
            Err(failure) => {
                let span = place.unwrap_or_else(|| foreign(analysis, &path));
                wrong.push(load::failed(span, &path_shown(host, &path), &failure, LARGEST));
            }
        }
    }
    wrong.retain(|found| !off.iter().any(|name| found.code.is_named(name)));
    let prints = fingerprints(analysis);
    let mut prints = prints.iter();
    let mut hidden = 0;
    analysis.diagnostics.retain(|_| {
        let known = prints.next().and_then(|print| known.get_mut(print));
        if let Some((_, found)) = known {
            *found = true;
            hidden += 1;
            return false;
        }
        true
    });
    let scope = Scope::of(host, analysis);
    let gone = order
        .iter()
        .filter_map(|print| known.remove(print))
        .filter(|(entry, found)| !found && scope.holds(entry))
        .map(|(entry, _)| entry)
        .collect();
    analysis.baseline = Effect { hidden, gone };
    if !wrong.is_empty() {
        analysis.diagnostics.append(&mut wrong);
        analysis.diagnostics = in_order(&analysis.sources, std::mem::take(&mut analysis.diagnostics));
    }
}

fn path_shown(host: &dyn Host, path: &Utf8Path) -> Utf8PathBuf {
    paths::shown(path, &host.working_directory())
}

/// A place for what is wrong with a file that was given.
fn foreign(analysis: &mut Analysis, path: &Utf8Path) -> Span {
    Span::start_of(analysis.sources.push_settings(Source::new(path.to_owned(), Arc::default())))
}

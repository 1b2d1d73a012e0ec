//! Hides known findings, which baselines list by fingerprint.
//!
//! A baseline is a JSON document with one line per finding, so that its diffs are readable. Only the
//! fingerprint counts; the other fields are for readers.

use std::fmt::Write as _;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::base::{Source, Span};
use crate::config::SettingValue;
use crate::diagnostics::rules;
use crate::host::{Host, paths};
use crate::load;

use super::filter::sort_and_merge;
use super::fingerprints::path_in_repository;
use super::{Analysis, fingerprints};

const FORMAT_VERSION: &str = "1.0";
/// The maximum size of a baseline.
const MAX_BASELINE_BYTES: u64 = 1 << 30;

/// A finding in a baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaselineEntry {
    /// The fingerprint that identifies the finding.
    pub fingerprint: String,
    /// The name of the rule.
    #[serde(default)]
    pub code: String,
    /// The path of the file, relative to the repository.
    #[serde(default)]
    pub file: String,
    /// The message of the finding.
    #[serde(default)]
    pub message: String,
}

/// The effect of the baselines on a run.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// The number of hidden findings.
    pub hidden: usize,
    /// The entries that matched no finding, although their file was checked or no longer exists.
    pub gone: Vec<BaselineEntry>,
}

#[derive(Deserialize)]
struct BaselineFile {
    format_version: String,
    findings: Vec<BaselineEntry>,
}

/// Parses the text of a baseline; fails with the reason if it is not valid.
pub fn parse(text: &str) -> Result<Vec<BaselineEntry>, String> {
    let document: BaselineFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if document.format_version.split('.').next() == Some("1") {
        Ok(document.findings)
    } else {
        Err(format!("format version {} is not supported", document.format_version))
    }
}

/// Returns the findings of `analysis` as a baseline, with the number of its entries. Keeps the entries of
/// `previous` about files that this run did not check. Findings in configurations are not included.
#[must_use]
pub fn text(host: &dyn Host, analysis: &Analysis, previous: &[BaselineEntry]) -> (String, usize) {
    let mut entries: Vec<BaselineEntry> = Vec::new();
    for (diagnostic, fingerprint) in analysis.diagnostics.iter().zip(fingerprints(analysis)) {
        let file = diagnostic.primary.span.file;
        if analysis.graph.get(file).is_some() {
            let (code, message) = (diagnostic.rule.name.to_owned(), diagnostic.message.to_string());
            entries.push(BaselineEntry {
                fingerprint,
                code,
                file: path_in_repository(analysis, file),
                message,
            });
        }
    }
    let scope = Scope::for_analysis(host, analysis);
    entries.extend(previous.iter().filter(|entry| !scope.covers(entry)).cloned());
    entries.sort_by(|a, b| a.file.cmp(&b.file));
    let mut text = format!("{{\n  \"format_version\": \"{FORMAT_VERSION}\",\n  \"findings\": [");
    for (index, entry) in entries.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\n    {}", serde_json::to_string(entry).unwrap_or_default());
    }
    text.push_str(if entries.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
    (text, entries.len())
}

/// The files whose baseline entries a run can confirm or refute.
struct Scope<'a> {
    host: &'a dyn Host,
    files: FxHashSet<String>,
    root: Utf8PathBuf,
}

impl<'a> Scope<'a> {
    fn for_analysis(host: &'a dyn Host, analysis: &Analysis) -> Self {
        let counts = |id| analysis.affected.as_ref().is_none_or(|affected| affected.contains(&id));
        let files = analysis.graph.files.iter().map(|file| file.id).filter(|id| counts(*id));
        let files = files.map(|id| path_in_repository(analysis, id)).collect();
        let root = analysis.repository.clone().unwrap_or_else(|| host.working_directory());
        Self { host, files, root }
    }

    /// Whether this run would have reported the finding of `entry` if it still existed.
    fn covers(&self, entry: &BaselineEntry) -> bool {
        self.files.contains(&entry.file) || self.host.entry(&self.root.join(&entry.file)).is_none()
    }
}

/// Removes the findings that are in the baselines of the settings. Problems of baselines are reported unless
/// their rule is in `off`.
pub(super) fn hide(host: &dyn Host, analysis: &mut Analysis, off: &[String]) {
    let baselines: Vec<(Utf8PathBuf, Option<Span>)> = analysis
        .settings
        .for_key("baseline")
        .filter_map(|setting| match &setting.value {
            SettingValue::Path(path) => Some((path.clone(), setting.span)),
            _ => None,
        })
        .collect();
    if baselines.is_empty() {
        return;
    }
    let mut known: FxHashMap<String, (BaselineEntry, bool)> = FxHashMap::default();
    let mut order = Vec::new();
    let mut diagnostics = Vec::new();
    for (path, span) in baselines {
        match host.read(&path, MAX_BASELINE_BYTES) {
            Ok(bytes) => match parse(&String::from_utf8_lossy(&bytes)) {
                Ok(entries) => {
                    order.extend(entries.iter().map(|entry| entry.fingerprint.clone()));
                    let entries = entries.into_iter();
                    known.extend(entries.map(|entry| (entry.fingerprint.clone(), (entry, false))));
                }
                Err(reason) => {
                    let span = span.unwrap_or_else(|| add_empty_source(analysis, &path));
                    diagnostics.push(rules::invalid_baseline::new(
                        span,
                        path_shown(host, &path).as_str(),
                        &reason,
                    ));
                }
            },
            Err(failure) => {
                let span = span.unwrap_or_else(|| add_empty_source(analysis, &path));
                diagnostics.push(load::read_failure(
                    span,
                    &path_shown(host, &path),
                    &failure,
                    MAX_BASELINE_BYTES,
                ));
            }
        }
    }
    diagnostics.retain(|diagnostic| !off.iter().any(|name| diagnostic.rule.is_named(name)));
    let all_fingerprints = fingerprints(analysis);
    let mut all_fingerprints = all_fingerprints.iter();
    let mut hidden = 0;
    analysis.diagnostics.retain(|_| {
        let known = all_fingerprints.next().and_then(|fingerprint| known.get_mut(fingerprint));
        if let Some((_, is_found)) = known {
            *is_found = true;
            hidden += 1;
            return false;
        }
        true
    });
    let scope = Scope::for_analysis(host, analysis);
    let gone = order
        .iter()
        .filter_map(|fingerprint| known.remove(fingerprint))
        .filter(|(entry, is_found)| !is_found && scope.covers(entry))
        .map(|(entry, _)| entry)
        .collect();
    analysis.baseline = Effect { hidden, gone };
    if !diagnostics.is_empty() {
        analysis.diagnostics.append(&mut diagnostics);
        analysis.diagnostics = sort_and_merge(&analysis.sources, std::mem::take(&mut analysis.diagnostics));
    }
}

fn path_shown(host: &dyn Host, path: &Utf8Path) -> Utf8PathBuf {
    paths::shown(path, &host.working_directory())
}

/// Registers an empty source for a file that could not be loaded; returns the span for its diagnostics.
fn add_empty_source(analysis: &mut Analysis, path: &Utf8Path) -> Span {
    Span::start_of(analysis.sources.push_settings(Source::new(path.to_owned(), Arc::default())))
}

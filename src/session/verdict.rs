//! What becomes of findings: left out, at another level, hidden by a comment; sorted and merged once.

use std::borrow::Cow;

use camino::Utf8PathBuf;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Sources, Span};
use crate::config::Configurations;
use crate::diagnostics::{Code, Diagnostic, Level};
use crate::dialects::Dialect;
use crate::load::File;

use super::levels::Judge;
use super::settle::Settled;
use super::suppressions::Suppressions;
use super::{Analysis, Options};

/// Gives the findings of `analysis` their levels, and takes away what is switched off or hidden. What was
/// read as configuration is added to the files.
pub(super) fn judge(
    analysis: &mut Analysis,
    configurations: Configurations<'_>,
    settled: Settled,
    options: &Options,
) {
    let mut bench = Bench { judges: FxHashMap::default(), options, lowered: FxHashSet::default() };
    for file in &analysis.graph.files {
        analysis.configured_by.push(bench.add(file, &configurations));
    }
    for (id, path) in configurations.read() {
        bench.judges.insert(id, Judge::new(&configurations.of_file(&path), &path));
    }
    let (read, mut found) = configurations.finish();
    analysis.sources.take_settings(read);
    found.extend(settled.diagnostics);
    analysis.settings = settled.settings;
    found.append(&mut analysis.diagnostics);
    found.retain_mut(|found| bench.admits(found));
    let found = in_order(&analysis.sources, found);
    analysis.diagnostics = suppress(analysis, &mut bench, found);
}

/// The judges of all files.
struct Bench<'o> {
    judges: FxHashMap<FileId, Judge>,
    options: &'o Options,
    /// The errors that settings gave a lower level: they are errors still, where they are to be hidden.
    lowered: FxHashSet<(Span, &'static str)>,
}

impl Bench<'_> {
    /// Adds the judge of a file; gives the configuration that it goes by.
    fn add(&mut self, file: &File, configurations: &Configurations<'_>) -> Option<Utf8PathBuf> {
        let configuration =
            if file.is_built_in() { configurations.none() } else { configurations.of_file(&file.identity) };
        self.judges.insert(file.id, Judge::new(&configuration, &file.identity));
        configuration.path.clone()
    }

    fn listed(names: &[String], code: &Code) -> bool {
        names.iter().any(|name| code.is_named(name))
    }

    /// Whether findings of this code are told in this file.
    fn tells(&mut self, file: FileId, code: &Code) -> bool {
        !Self::listed(&self.options.off, code)
            && (Self::listed(&self.options.select, code)
                || self.judges.get_mut(&file).is_none_or(|judge| judge.admits(code)))
    }

    /// Whether comments in this file count for nothing.
    fn no_suppressions(&self, file: FileId) -> bool {
        self.judges.get(&file).is_some_and(Judge::no_suppressions)
    }

    fn admits(&mut self, found: &mut Diagnostic) -> bool {
        let file = found.primary.span.file;
        let was = found.level;
        if let Some(judge) = self.judges.get_mut(&file) {
            judge.judge(found);
        }
        if was == Level::Error && found.level != was {
            self.lowered.insert((found.primary.span, found.code.id));
        }
        self.tells(file, found.code)
    }
}

/// Takes away what comments hide, and adds what is to be said of the comments.
fn suppress(analysis: &mut Analysis, bench: &mut Bench<'_>, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut by_file: FxHashMap<FileId, Vec<Diagnostic>> = FxHashMap::default();
    for found in found {
        by_file.entry(found.primary.span.file).or_default().push(found);
    }
    let before: usize = by_file.values().map(Vec::len).sum();
    let (mut kept, mut added) = (Vec::new(), 0);
    for file in &analysis.graph.files {
        let own = by_file.remove(&file.id).unwrap_or_default();
        let plain = file.tree();
        if plain.is_empty() || file.is_built_in() || bench.no_suppressions(file.id) {
            kept.extend(own);
            continue;
        }
        let source = file.source();
        let mut comments = Suppressions::read(plain, source);
        if !comments.is_empty() && plain.is_rewritten() {
            // A dialect put other things there.
            let parsed = file.parsed();
            let written = if bench.options.keeps_written {
                Cow::Borrowed(parsed.written())
            } else {
                parsed.written_once()
            };
            comments = Suppressions::read(&written, source);
        }
        let mut own = own;
        let mut add = |own: &mut Vec<Diagnostic>, mut more: Vec<Diagnostic>, bench: &mut Bench<'_>| {
            more.retain_mut(|found| bench.admits(found));
            added += more.len();
            own.append(&mut more);
        };
        add(&mut own, std::mem::take(&mut comments.diagnostics), bench);
        if !comments.is_empty() {
            // Where something could not be read, or is not known, findings may be missing.
            let whole = !plain.is_damaged()
                && file.dialect() == Dialect::Tosca2
                && file.imports.iter().all(|import| import.target.is_some());
            let mut hidden = comments.hide(in_order(&analysis.sources, own), &bench.lowered);
            for last in [false, true] {
                let said = comments.review(last, |code| whole && bench.tells(file.id, code));
                let mut more = Vec::new();
                add(&mut more, said, bench);
                // What is said of a comment is not hidden by that comment.
                hidden.extend(if last {
                    more
                } else {
                    comments.hide(in_order(&analysis.sources, more), &bench.lowered)
                });
            }
            own = hidden;
        }
        kept.extend(own);
    }
    let mut rest: Vec<(FileId, Vec<Diagnostic>)> = by_file.into_iter().collect();
    rest.sort_by_key(|(file, _)| analysis.sources.rank(*file));
    kept.extend(rest.into_iter().flat_map(|(_, found)| found));
    analysis.suppressed = (before + added).saturating_sub(kept.len());
    in_order(&analysis.sources, kept)
}

/// Sorts by the rank of the file, place and code; findings of one code at one place become one, with the secondary
/// places of all of them.
pub(super) fn in_order(sources: &Sources, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by(|a, b| {
        let key = |found: &Diagnostic| (sources.order(found.primary.span), found.code.id);
        key(a).cmp(&key(b))
    });
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    let mut last: FxHashMap<(Span, &str), usize> = FxHashMap::default();
    for found in diagnostics {
        match last.get(&(found.primary.span, found.code.id)) {
            Some(&index) => {
                let same: &mut Diagnostic = &mut kept[index];
                for label in found.secondary {
                    if !same.secondary.contains(&label) {
                        same.secondary.push(label);
                    }
                }
            }
            None => {
                last.insert((found.primary.span, found.code.id), kept.len());
                kept.push(found);
            }
        }
    }
    kept
}

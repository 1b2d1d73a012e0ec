//! Filters findings: sets levels, applies settings and suppressions, then sorts and merges.

use std::borrow::Cow;

use camino::Utf8PathBuf;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, Sources, Span};
use crate::config::Configurations;
use crate::diagnostics::{Diagnostic, Level, Rule};
use crate::dialects::Dialect;
use crate::load::File;

use super::levels::FileFilter;
use super::options::RunOptions;
use super::suppressions::Suppressions;
use super::{Analysis, Options};

/// Sets the levels of the diagnostics of `analysis`, and removes those that are turned off or suppressed. The
/// configurations that were read become sources.
pub(super) fn apply(
    analysis: &mut Analysis,
    configurations: Configurations<'_>,
    run_options: RunOptions,
    options: &Options,
) {
    let mut filter = FindingFilter { files: FxHashMap::default(), options, lowered: FxHashSet::default() };
    for file in &analysis.graph.files {
        analysis.configured_by.push(filter.add(file, &configurations));
    }
    for (id, path) in configurations.read() {
        filter.files.insert(id, FileFilter::new(&configurations.of_file(&path), &path));
    }
    let (read, mut diagnostics) = configurations.finish();
    analysis.sources.take_settings(read);
    diagnostics.extend(run_options.diagnostics);
    analysis.settings = run_options.settings;
    diagnostics.append(&mut analysis.diagnostics);
    diagnostics.retain_mut(|diagnostic| filter.keeps(diagnostic));
    let diagnostics = sort_and_merge(&analysis.sources, diagnostics);
    analysis.diagnostics = suppress(analysis, &mut filter, diagnostics);
}

/// The filters of all files.
struct FindingFilter<'o> {
    files: FxHashMap<FileId, FileFilter>,
    options: &'o Options,
    /// The errors that settings gave a lower level. Hiding them still needs a reason.
    lowered: FxHashSet<(Span, &'static str)>,
}

impl FindingFilter<'_> {
    /// Adds the filter of a file; returns the path of the configuration that applies to it.
    fn add(&mut self, file: &File, configurations: &Configurations<'_>) -> Option<Utf8PathBuf> {
        let configuration =
            if file.is_built_in() { configurations.none() } else { configurations.of_file(&file.identity) };
        self.files.insert(file.id, FileFilter::new(&configuration, &file.identity));
        configuration.path.clone()
    }

    fn is_listed(names: &[String], rule: &Rule) -> bool {
        names.iter().any(|name| rule.is_named(name))
    }

    /// Whether findings of this rule are reported in this file.
    fn is_reported(&mut self, file: FileId, rule: &Rule) -> bool {
        !Self::is_listed(&self.options.off, rule)
            && (Self::is_listed(&self.options.select, rule)
                || self.files.get_mut(&file).is_none_or(|file| file.reports(rule)))
    }

    /// Whether suppressions in this file are ignored.
    fn no_suppressions(&self, file: FileId) -> bool {
        self.files.get(&file).is_some_and(FileFilter::no_suppressions)
    }

    fn keeps(&mut self, diagnostic: &mut Diagnostic) -> bool {
        let file = diagnostic.primary.span.file;
        let old_level = diagnostic.level;
        if let Some(file_filter) = self.files.get_mut(&file) {
            file_filter.set_level(diagnostic);
        }
        if old_level == Level::Error && diagnostic.level != old_level {
            self.lowered.insert((diagnostic.primary.span, diagnostic.rule.code));
        }
        self.is_reported(file, diagnostic.rule)
    }
}

/// Removes what comments suppress, and adds the findings about the comments.
fn suppress(
    analysis: &mut Analysis,
    filter: &mut FindingFilter<'_>,
    diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let mut by_file: FxHashMap<FileId, Vec<Diagnostic>> = FxHashMap::default();
    for diagnostic in diagnostics {
        by_file.entry(diagnostic.primary.span.file).or_default().push(diagnostic);
    }
    let before: usize = by_file.values().map(Vec::len).sum();
    let (mut kept, mut added) = (Vec::new(), 0);
    for file in &analysis.graph.files {
        let mut diagnostics = by_file.remove(&file.id).unwrap_or_default();
        let plain = file.tree();
        if plain.is_empty() || file.is_built_in() || filter.no_suppressions(file.id) {
            kept.extend(diagnostics);
            continue;
        }
        let source = file.source();
        let mut comments = Suppressions::read(plain, source);
        if !comments.is_empty() && plain.is_rewritten() {
            // A dialect replaced the tree; comments belong to the one that was written.
            let parsed = file.parsed();
            let written = if filter.options.keeps_written {
                Cow::Borrowed(parsed.written())
            } else {
                parsed.written_once()
            };
            comments = Suppressions::read(&written, source);
        }
        let mut add =
            |diagnostics: &mut Vec<Diagnostic>, mut more: Vec<Diagnostic>, filter: &mut FindingFilter<'_>| {
                more.retain_mut(|diagnostic| filter.keeps(diagnostic));
                added += more.len();
                diagnostics.append(&mut more);
            };
        add(&mut diagnostics, std::mem::take(&mut comments.diagnostics), filter);
        if !comments.is_empty() {
            // Findings may be missing if the file is damaged or an import is unresolved.
            let is_complete = !plain.is_damaged()
                && file.dialect() == Dialect::Tosca2
                && file.imports.iter().all(|import| import.target.is_some());
            let mut hidden = comments.hide(sort_and_merge(&analysis.sources, diagnostics), &filter.lowered);
            for last in [false, true] {
                let reported = comments.report(last, |code| is_complete && filter.is_reported(file.id, code));
                let mut more = Vec::new();
                add(&mut more, reported, filter);
                // A comment does not hide findings about itself.
                hidden.extend(if last {
                    more
                } else {
                    comments.hide(sort_and_merge(&analysis.sources, more), &filter.lowered)
                });
            }
            diagnostics = hidden;
        }
        kept.extend(diagnostics);
    }
    let mut remaining: Vec<(FileId, Vec<Diagnostic>)> = by_file.into_iter().collect();
    remaining.sort_by_key(|(file, _)| analysis.sources.rank(*file));
    kept.extend(remaining.into_iter().flat_map(|(_, diagnostics)| diagnostics));
    analysis.suppressed = (before + added).saturating_sub(kept.len());
    sort_and_merge(&analysis.sources, kept)
}

/// Sorts by file rank, location and code. Merges findings with the same code and span into one, with the
/// secondary labels of all of them.
pub(super) fn sort_and_merge(sources: &Sources, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by(|a, b| {
        let key = |diagnostic: &Diagnostic| (sources.order(diagnostic.primary.span), diagnostic.rule.code);
        key(a).cmp(&key(b))
    });
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    let mut last: FxHashMap<(Span, &str), usize> = FxHashMap::default();
    for diagnostic in diagnostics {
        match last.get(&(diagnostic.primary.span, diagnostic.rule.code)) {
            Some(&index) => {
                let same: &mut Diagnostic = &mut kept[index];
                for label in diagnostic.secondary {
                    if !same.secondary.contains(&label) {
                        same.secondary.push(label);
                    }
                }
            }
            None => {
                last.insert((diagnostic.primary.span, diagnostic.rule.code), kept.len());
                kept.push(diagnostic);
            }
        }
    }
    kept
}

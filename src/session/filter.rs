//! Filters findings: sets levels, applies settings and suppressions, then sorts and merges.
//!
//! Input: the findings of all phases, the configurations, and the comments of the files. Output: the findings
//! of the run in their final order, at most one for each rule and span. Baselines are applied later.

use std::borrow::Cow;

use camino::Utf8PathBuf;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{FileId, IndexMap, Sources, Span};
use crate::config::Configurations;
use crate::diagnostics::{Diagnostic, Level, Rule};
use crate::dialects::Dialect;
use crate::load::File;

use super::consequences;
use super::levels::FileFilter;
use super::options::RunOptions;
use super::suppressions::Suppressions;
use super::{Analysis, Keeps, Options};

/// Sets the levels of the diagnostics of `analysis`, and removes those that are turned off or suppressed.
/// Adds the configurations that were read to its sources, and their diagnostics.
pub(super) fn apply(
    analysis: &mut Analysis,
    configurations: Configurations<'_>,
    run_options: RunOptions,
    options: &Options,
) {
    let mut filter = FindingFilter { files: FxHashMap::default(), options, downgraded: FxHashSet::default() };
    for file in &analysis.graph.files {
        analysis.configured_by.push(filter.add(file, &configurations));
    }
    for (id, path) in configurations.read() {
        filter.files.insert(id, FileFilter::new(&configurations.of_file(&path), &path));
    }
    let (configuration_sources, of_configurations) = configurations.finish();
    analysis.sources.take_settings(configuration_sources);
    analysis.settings = run_options.settings;
    let mut diagnostics = std::mem::take(&mut analysis.diagnostics);
    diagnostics.extend(of_configurations);
    diagnostics.extend(run_options.diagnostics);
    diagnostics.extend(options.load.urls.problem(&mut analysis.sources));
    let mut diagnostics = filter.keep(diagnostics);
    // What is removed does not depend on the order in which phases report.
    sort(&analysis.sources, &mut diagnostics);
    consequences::remove(&analysis.graph, &mut diagnostics);
    merge(&mut diagnostics);
    analysis.diagnostics = suppress(analysis, &mut filter, diagnostics);
}

/// The filters of all files, and what applies to all of them.
struct FindingFilter<'o> {
    /// The filters of checked files and of configurations.
    files: FxHashMap<FileId, FileFilter>,
    options: &'o Options,
    /// The span and rule of each error that settings gave a lower level. Suppressing it still needs a reason.
    downgraded: FxHashSet<(Span, &'static str)>,
}

impl FindingFilter<'_> {
    /// Adds the filter of a file; returns the path of the configuration that applies to it.
    fn add(&mut self, file: &File, configurations: &Configurations<'_>) -> Option<Utf8PathBuf> {
        let configuration =
            if file.is_built_in() { configurations.none() } else { configurations.of_file(&file.identity) };
        self.files.insert(file.id, FileFilter::new(&configuration, &file.identity));
        configuration.path.clone()
    }

    /// Whether the code or name of a rule is in a list.
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
    fn ignores_suppressions(&self, file: FileId) -> bool {
        self.files.get(&file).is_some_and(FileFilter::ignores_suppressions)
    }

    /// Sets the level of a diagnostic, and returns whether it is reported.
    fn keeps(&mut self, diagnostic: &mut Diagnostic) -> bool {
        let file = diagnostic.primary.span.file;
        let old_level = diagnostic.level;
        if let Some(file_filter) = self.files.get_mut(&file) {
            file_filter.set_level(diagnostic);
        }
        if old_level == Level::Error && diagnostic.level != old_level {
            self.downgraded.insert((diagnostic.primary.span, diagnostic.rule.code));
        }
        self.is_reported(file, diagnostic.rule)
    }

    /// Sets the levels of diagnostics, and returns those that are reported.
    fn keep(&mut self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        diagnostics.retain_mut(|diagnostic| self.keeps(diagnostic));
        diagnostics
    }
}

/// Removes what comments suppress, and adds the findings about the comments.
fn suppress(
    analysis: &mut Analysis,
    filter: &mut FindingFilter<'_>,
    mut diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    // Few files have suppressions, so that the findings of the others stay where they are.
    let mut commented: IndexMap<FileId, (Suppressions, Vec<Diagnostic>)> = IndexMap::default();
    for file in &analysis.graph.files {
        if !file.tree().is_empty() && !file.is_built_in() && !filter.ignores_suppressions(file.id) {
            let comments = suppressions_of(file, filter.options.keeps == Keeps::Written);
            if !comments.is_empty() || !comments.diagnostics.is_empty() {
                commented.insert(file.id, (comments, Vec::new()));
            }
        }
    }
    if commented.is_empty() {
        return diagnostics;
    }
    let (initial_count, mut added_count) = (diagnostics.len(), 0);
    let is_commented = |diagnostic: &mut Diagnostic| commented.contains_key(&diagnostic.primary.span.file);
    let of_commented: Vec<Diagnostic> = diagnostics.extract_if(.., is_commented).collect();
    for diagnostic in of_commented {
        if let Some((_, own)) = commented.get_mut(&diagnostic.primary.span.file) {
            own.push(diagnostic);
        }
    }
    for (id, (comments, own)) in commented {
        let file = analysis.graph.file(id);
        diagnostics.extend(suppress_in_file(
            file,
            comments,
            &analysis.sources,
            filter,
            own,
            &mut added_count,
        ));
    }
    analysis.suppressed = (initial_count + added_count).saturating_sub(diagnostics.len());
    sort_and_merge(&analysis.sources, diagnostics)
}

/// Returns the `diagnostics` of `file` without the suppressed ones, and with the findings about its comments.
/// Adds the number of findings about comments, including suppressed ones, to `added_count`.
fn suppress_in_file(
    file: &File,
    mut comments: Suppressions,
    sources: &Sources,
    filter: &mut FindingFilter<'_>,
    mut diagnostics: Vec<Diagnostic>,
    added_count: &mut usize,
) -> Vec<Diagnostic> {
    let malformed = filter.keep(std::mem::take(&mut comments.diagnostics));
    *added_count += malformed.len();
    diagnostics.extend(malformed);
    if comments.is_empty() {
        return diagnostics;
    }
    // Findings may be missing if the file is damaged or an import is unresolved.
    let is_complete = !file.tree().is_damaged()
        && file.dialect() == Dialect::Tosca2
        && file.imports.iter().all(|import| import.target.is_some());
    let mut visible = comments.hide(sort_and_merge(sources, diagnostics), &filter.downgraded);
    for of_comment_rules in [false, true] {
        let reported =
            comments.report(of_comment_rules, |rule| is_complete && filter.is_reported(file.id, rule));
        let reported = filter.keep(reported);
        *added_count += reported.len();
        visible.extend(if of_comment_rules {
            // A comment does not hide findings about itself.
            reported
        } else {
            comments.hide(sort_and_merge(sources, reported), &filter.downgraded)
        });
    }
    visible
}

/// Reads the suppressions of a file from its text as written, even if a dialect replaced the tree.
fn suppressions_of(file: &File, keeps_written: bool) -> Suppressions {
    let (tree, source) = (file.tree(), file.source());
    let comments = Suppressions::read(tree, source);
    if comments.is_empty() || !tree.is_rewritten() {
        return comments;
    }
    let parsed = file.parsed();
    let written = if keeps_written { Cow::Borrowed(parsed.written()) } else { parsed.written_once() };
    Suppressions::read(&written, source)
}

/// Sorts by the rank of the file, location and rule.
fn sort(sources: &Sources, diagnostics: &mut [Diagnostic]) {
    diagnostics
        .sort_by_cached_key(|diagnostic| (sources.order(diagnostic.primary.span), diagnostic.rule.code));
}

/// Of findings with the same rule and span, which are neighbors once they are sorted, keeps the first, with the highest
/// level and the secondary labels of all of them.
fn merge(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.dedup_by(|diagnostic, kept| {
        let key = |diagnostic: &Diagnostic| (diagnostic.primary.span, diagnostic.rule.code);
        let is_repeated = key(diagnostic) == key(kept);
        if is_repeated {
            kept.level = kept.level.min(diagnostic.level);
            for label in std::mem::take(&mut diagnostic.secondary) {
                if !kept.secondary.contains(&label) {
                    kept.secondary.push(label);
                }
            }
        }
        is_repeated
    });
}

/// Sorts findings, and merges those with the same rule and span.
pub(super) fn sort_and_merge(sources: &Sources, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    sort(sources, &mut diagnostics);
    merge(&mut diagnostics);
    diagnostics
}

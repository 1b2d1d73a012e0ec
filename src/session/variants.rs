//! Checks variants of variable templates as plain TOSCA.
//!
//! Input: the results of a run. Output: its findings about each variable template, replaced by those of its variants.

use rustc_hash::FxHashMap;

use crate::base::{AnalysisBudget, FileId, Generation, Sources};
use crate::checks::advice::Choice;
use crate::diagnostics::{Diagnostic, rules};
use crate::host::{Host, Overlay};
use crate::load::{self, EntryFile, ExpandedPaths, File, FileGraph, ParsedFiles};
use crate::model::Model;

use super::consequences;
use super::languages::{advise, check_variants};
use super::last_run::{LastRun, Reuse};
use super::options::RunOptions;
use super::{OF_ALL_FILES, run_phases};

/// Replaces the findings in `diagnostics` about the variable templates of a run by those of their variants.
pub(super) fn check(
    host: &dyn Host,
    run_options: &RunOptions,
    budget: &AnalysisBudget,
    (model, entries, parsed): (&Model, &ExpandedPaths, &ParsedFiles),
    diagnostics: &mut Vec<Diagnostic>,
) {
    let graph = &model.types.graph;
    // What depends on all files cannot be found in a variant of one of them.
    let has_all = entries.files.len() == 1 && !entries.is_part;
    let kept = if has_all { &[] } else { OF_ALL_FILES };
    for file in graph.files.iter().filter(|file| !file.guards().is_empty()) {
        let mut checker = VariantChecker {
            host,
            run_options,
            graph,
            file,
            is_part: !has_all,
            parsed: parsed.clone(),
            last: LastRun::default(),
        };
        let mut check = |text: &str| checker.check(text);
        check_variants(model, file, budget, kept, &mut check, diagnostics);
    }
}

/// Returns the advice about variable templates that is chosen.
pub(super) fn advice(
    model: &Model,
    budget: &AnalysisBudget,
    choice: &dyn Fn(&File) -> Choice,
) -> Vec<Diagnostic> {
    let files = model.types.graph.files.iter().filter(|file| !file.guards().is_empty());
    let chosen = files.filter(|file| choice(file).includes(&rules::redundant_condition::RULE));
    chosen.flat_map(|file| advise(model, file, budget)).collect()
}

/// Checks the variants of a file. The other files are not parsed again.
struct VariantChecker<'c> {
    host: &'c dyn Host,
    run_options: &'c RunOptions,
    graph: &'c FileGraph,
    file: &'c File,
    is_part: bool,
    parsed: ParsedFiles,
    last: LastRun,
}

impl VariantChecker<'_> {
    /// Returns the findings about `text` in place of the file.
    fn check(&mut self, text: &str) -> Vec<Diagnostic> {
        let path = self.file.source().path.clone();
        let mut overlay = Overlay::new(self.host);
        overlay.add(&path, text.as_bytes().to_vec());
        let entries = ExpandedPaths {
            files: vec![EntryFile { path, searched: None }],
            is_part: self.is_part,
            ..ExpandedPaths::default()
        };
        let mut sources = Sources::default();
        let generation = Generation::default();
        let loaded = load::load_entries(
            &overlay,
            &self.run_options.load,
            entries,
            &mut sources,
            &mut self.parsed,
            &generation,
        );
        let Ok((graph, _)) = loaded else { return Vec::new() };
        let graph = std::sync::Arc::new(graph);
        let mut reuse = Reuse::new(Some(&self.last), &graph, &self.run_options.load.functions);
        let phases = run_phases(&overlay, self.run_options, &graph, &mut reuse, &mut |_| Ok(()));
        let Ok(mut phases) = phases else { return Vec::new() };
        if let Some(this) = reuse.finish() {
            self.last = this;
        }
        // What one variant explains may be wrong in another.
        consequences::remove(&graph, &mut phases.diagnostics);
        for diagnostic in &mut phases.diagnostics {
            diagnostic.is_of_variant = true;
        }
        self.renumber(&graph, &mut phases.diagnostics);
        phases.diagnostics
    }

    /// Gives the files in `diagnostics` their ids in the whole run; labels in other files are dropped.
    fn renumber(&self, graph: &FileGraph, diagnostics: &mut Vec<Diagnostic>) {
        let known: FxHashMap<_, FileId> =
            self.graph.files.iter().map(|file| (&file.identity, file.id)).collect();
        let id = |file: FileId| known.get(&graph.get(file)?.identity).copied();
        diagnostics.retain_mut(|diagnostic| {
            let Some(file) = id(diagnostic.primary.span.file) else { return false };
            diagnostic.primary.span.file = file;
            diagnostic.secondary.retain_mut(|label| {
                let file = id(label.span.file);
                label.span.file = file.unwrap_or(label.span.file);
                file.is_some()
            });
            true
        });
    }
}

//! What a session keeps of a run, so that the next one need not work it out again.

use std::sync::Arc;

use crate::diagnostics::Diagnostic;
use crate::expressions::Expressions;
use crate::load::{Earlier, FileGraph, PerFile, Unchanged};
use crate::resolve::ResolvedFile;
use crate::values::CheckedFile;

/// The results of a run about each file.
#[derive(Debug, Default)]
pub(super) struct LastRun {
    graph: Arc<FileGraph>,
    /// The names of functions that needed no definition.
    functions: Vec<String>,
    pub(super) names: PerFile<ResolvedFile>,
    pub(super) expressions: Arc<Expressions>,
    pub(super) types: PerFile<Vec<Diagnostic>>,
    pub(super) values: PerFile<CheckedFile>,
}

/// The results of the last run that still hold, and those of this run so far.
pub(super) struct Reuse<'r> {
    last: Option<&'r LastRun>,
    pub(super) unchanged: Unchanged,
    /// This run, unless none follows.
    this: Option<LastRun>,
}

impl<'r> Reuse<'r> {
    /// Compares the files of this run with those of the last one; `None` if no run follows.
    pub(super) fn new(last: Option<&'r LastRun>, graph: &Arc<FileGraph>, functions: &[String]) -> Self {
        let unchanged = match last {
            Some(last) if last.functions == functions => Unchanged::since(&last.graph, graph),
            _ => Unchanged::default(),
        };
        let this = last.map(|_| LastRun {
            graph: Arc::clone(graph),
            functions: functions.to_owned(),
            ..LastRun::default()
        });
        Self { last, unchanged, this }
    }

    /// Returns the results of a phase in the last run.
    pub(super) fn earlier<T>(&self, phase: impl FnOnce(&LastRun) -> &PerFile<T>) -> Earlier<'_, T> {
        Earlier { results: self.last.map(phase), unchanged: &self.unchanged }
    }

    /// Returns the expressions of the last run.
    pub(super) fn expressions(&self) -> Option<&Expressions> {
        self.last.map(|last| &*last.expressions)
    }

    /// Keeps results of this run.
    pub(super) fn keep(&mut self, add: impl FnOnce(&mut LastRun)) {
        self.this.as_mut().map(add);
    }

    /// Returns what the next run takes over, unless none follows.
    pub(super) fn finish(self) -> Option<LastRun> {
        self.this
    }
}

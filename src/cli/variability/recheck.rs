//! Checks a resolved template as plain TOSCA, under the path of its template.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;

use crate::base::{AnalysisBudget, Sources, Span};
use crate::diagnostics::{Diagnostic, Level};
use crate::host::{Disk, Overlay};
use crate::variability::SpanMap;
use crate::yaml::Tree;
use crate::{Analysis, analyze};

use super::super::loading::Loading;
use super::resolve::tree_of;

/// An error of a resolved template.
pub(super) struct ResultError {
    pub(super) diagnostic: Diagnostic,
    /// Whether the variable template, with all its elements, does not have it at the same location.
    pub(super) is_new: bool,
    /// Whether it is in the template itself, not in another file.
    pub(super) is_own: bool,
}

/// The errors of a resolved template.
#[derive(Default)]
pub(super) struct ResultErrors {
    /// The texts that the errors point into.
    pub(super) sources: Sources,
    /// The errors.
    pub(super) errors: Vec<ResultError>,
}

/// Returns the errors of `text`, which was printed from `tree`; they point into the template at `path`.
pub(super) fn errors(
    disk: &Disk,
    path: &Utf8Path,
    text: &str,
    tree: &Tree,
    loading: &Loading,
) -> ResultErrors {
    let mut options = loading.options();
    options.load.paths = vec![path.to_owned()];
    let mut overlay = Overlay::new(disk);
    overlay.add(path, text.as_bytes().to_vec());
    let mut new_analysis = analyze(&overlay, &options);
    if !new_analysis.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error) {
        return ResultErrors::default();
    }
    options.budget = AnalysisBudget::Nothing;
    let old_analysis = analyze(disk, &options);
    move_back(&mut new_analysis, text, tree);
    let location = |analysis: &Analysis, diagnostic: &Diagnostic| {
        let source = analysis.sources().get(diagnostic.primary.span.file);
        (diagnostic.rule.code, source.path.clone(), diagnostic.primary.span.start)
    };
    let known_locations: FxHashSet<(&str, Utf8PathBuf, u32)> =
        old_analysis.diagnostics.iter().map(|diagnostic| location(&old_analysis, diagnostic)).collect();
    let is_new = |diagnostic: &Diagnostic| !known_locations.contains(&location(&new_analysis, diagnostic));
    let errors = new_analysis.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error);
    let main = new_analysis.graph.files.iter().find(|file| file.is_requested).map(|file| file.id);
    let errors = errors.map(|diagnostic| ResultError {
        is_new: is_new(diagnostic),
        is_own: Some(diagnostic.primary.span.file) == main,
        diagnostic: diagnostic.clone(),
    });
    let errors = errors.collect();
    ResultErrors { sources: new_analysis.sources, errors }
}

/// Moves findings from the printed text to the template that it was printed from, node by node.
fn move_back(analysis: &mut Analysis, text: &str, tree: &Tree) {
    let Some(main) = analysis.graph.files.iter().find(|file| file.is_requested).map(|file| file.id) else {
        return;
    };
    let map = SpanMap::new(&tree_of(text), tree);
    let moved = |span: Span| if span.file == main { map.moved(span, main) } else { span };
    for diagnostic in &mut analysis.diagnostics {
        diagnostic.primary.span = moved(diagnostic.primary.span);
        for label in &mut diagnostic.secondary {
            label.span = moved(label.span);
        }
        diagnostic.fixes.clear();
    }
    analysis.sources.set_text(main, Arc::clone(tree.source()));
}

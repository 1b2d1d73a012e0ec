//! Checks a resolved template as plain TOSCA, under the path of its template.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;

use crate::base::{Sources, Span};
use crate::diagnostics::{Diagnostic, Level};
use crate::host::{Disk, Overlay};
use crate::yaml::Tree;
use crate::{Analysis, analyze};

use super::super::loading::Loading;
use super::resolve::tree_of;

/// The errors of a resolved template.
#[derive(Default)]
pub(super) struct ResultErrors {
    /// The texts that the errors point into.
    pub(super) sources: Sources,
    /// The errors, each with whether the variable template does not have it at the same location.
    pub(super) errors: Vec<(Diagnostic, bool)>,
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
    let errors = errors.map(|diagnostic| (diagnostic.clone(), is_new(diagnostic))).collect();
    ResultErrors { sources: new_analysis.sources, errors }
}

/// Moves findings from the printed text to the template that it was printed from, node by node.
fn move_back(analysis: &mut Analysis, text: &str, tree: &Tree) {
    let Some(main) = analysis.graph.files.iter().find(|file| file.is_requested).map(|file| file.id) else {
        return;
    };
    let printed = tree_of(text);
    let (Some(root), Some(origin)) = (printed.root(), tree.root()) else { return };
    let mut old_spans: rustc_hash::FxHashMap<(u32, u32), Span> = rustc_hash::FxHashMap::default();
    let mut pending = vec![(root, origin)];
    while let Some((new, old)) = pending.pop() {
        old_spans.entry((new.span().start, new.span().end)).or_insert(old.span());
        pending.extend(new.items().zip(old.items()));
        for ((key, value), (old_key, old_value)) in new.entries().zip(old.entries()) {
            pending.push((key, old_key));
            pending.push((value, old_value));
        }
    }
    let moved = |span: Span| match old_spans.get(&(span.start, span.end)) {
        Some(old) if span.file == main => Span::new(main, old.start, old.end),
        // Inside a node: the smallest node that contains the span.
        _ if span.file == main => {
            let enclosing =
                old_spans.iter().filter(|((start, end), _)| *start <= span.start && span.end <= *end);
            let enclosing = enclosing.min_by_key(|((start, end), _)| (end - start, *start));
            enclosing.map_or(Span::start_of(main), |(_, old)| Span::new(main, old.start, old.end))
        }
        _ => span,
    };
    for diagnostic in &mut analysis.diagnostics {
        diagnostic.primary.span = moved(diagnostic.primary.span);
        for label in &mut diagnostic.secondary {
            label.span = moved(label.span);
        }
        diagnostic.fixes.clear();
    }
    analysis.sources.set_text(main, Arc::clone(tree.source()));
}

//! Whether a resolved template is valid: checked as plain TOSCA, where it lies.

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

/// The errors of `text`, which `tree` was printed as, that the template at `path` does not have at the same
/// places; they point into the template. None where there are none.
pub(super) fn new_errors(
    disk: &Disk,
    path: &Utf8Path,
    text: &str,
    tree: &Tree,
    loading: &Loading,
) -> Option<(Sources, Vec<Diagnostic>)> {
    let mut options = loading.options();
    options.load.paths = vec![path.to_owned()];
    let mut overlay = Overlay::new(disk);
    overlay.add(path, text.as_bytes().to_vec());
    let mut after = analyze(&overlay, &options);
    if !after.diagnostics.iter().any(|found| found.level == Level::Error) {
        return None;
    }
    let before = analyze(disk, &options);
    move_back(&mut after, text, tree);
    let place = |analysis: &Analysis, found: &Diagnostic| {
        let source = analysis.sources().get(found.primary.span.file);
        (found.code.id, source.path.clone(), found.primary.span.start)
    };
    let known: FxHashSet<(&str, Utf8PathBuf, u32)> =
        before.diagnostics.iter().map(|found| place(&before, found)).collect();
    let is_new = |found: &Diagnostic| found.level == Level::Error && !known.contains(&place(&after, found));
    let found: Vec<Diagnostic> = after.diagnostics.iter().filter(|found| is_new(found)).cloned().collect();
    if found.is_empty() {
        return None;
    }
    Some((after.sources, found))
}

/// Moves findings from the printed text to the template that it comes from, node by node.
fn move_back(analysis: &mut Analysis, text: &str, tree: &Tree) {
    let Some(main) = analysis.graph.files.iter().find(|file| file.asked_for).map(|file| file.id) else {
        return;
    };
    let printed = tree_of(text);
    let (Some(root), Some(origin)) = (printed.root(), tree.root()) else { return };
    let mut places: rustc_hash::FxHashMap<(u32, u32), Span> = rustc_hash::FxHashMap::default();
    let mut waiting = vec![(root, origin)];
    while let Some((now, then)) = waiting.pop() {
        places.entry((now.span().start, now.span().end)).or_insert(then.span());
        waiting.extend(now.items().zip(then.items()));
        for ((key, value), (old_key, old_value)) in now.entries().zip(then.entries()) {
            waiting.push((key, old_key));
            waiting.push((value, old_value));
        }
    }
    let moved = |span: Span| match places.get(&(span.start, span.end)) {
        Some(place) if span.file == main => Span::new(main, place.start, place.end),
        // Somewhere inside a node: the nearest one that starts there.
        _ if span.file == main => {
            let near = places.iter().filter(|((start, end), _)| *start <= span.start && span.end <= *end);
            let near = near.min_by_key(|((start, end), _)| (end - start, *start));
            near.map_or(Span::start_of(main), |(_, place)| Span::new(main, place.start, place.end))
        }
        _ => span,
    };
    for found in &mut analysis.diagnostics {
        found.primary.span = moved(found.primary.span);
        for label in &mut found.secondary {
            label.span = moved(label.span);
        }
        found.fixes.clear();
    }
    analysis.sources.set_text(main, Arc::clone(tree.source()));
}
